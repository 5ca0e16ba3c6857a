/** Passkeys: asks the appliance what to ask the browser, the browser for it, and gives the answer back. */
import { Refusal } from "../transport/http";
import { words } from "../words";
import { ask, at, client } from "./api";
import type { components } from "./schema";

type Shapes = components["schemas"];
export type Passkey = Shapes["Passkey"];

/** Whether this browser keeps passkeys for this address: one with a name, by https or on this machine. */
export const usable: boolean =
  typeof PublicKeyCredential !== "undefined" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);

export const passkeys = {
  list: async () => (await ask(client.GET("/api/me/passkeys"))).passkeys,
  rename: (id: string, name: string) => ask(client.PATCH("/api/me/passkeys/{id}", { ...at(id), body: { name } })),
  remove: (id: string) => ask(client.DELETE("/api/me/passkeys/{id}", at(id))),

  add: async (name: string, password: string, code: string) => {
    const body = { password, ...(code === "" ? {} : { code }) };
    const { options } = await ask(client.POST("/api/me/passkeys/options", { body }));
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
    const made = await given(navigator.credentials.create({ publicKey }));
    const { clientDataJSON, attestationObject } = made.response;
    return ask(
      client.POST("/api/me/passkeys", {
        body: { name, id: made.id, clientDataJson: text(clientDataJSON), attestationObject: text(attestationObject) },
      }),
    );
  },

  signIn: async () => {
    const { options } = await ask(client.POST("/api/session/passkey/options"));
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
    const signed = await given(navigator.credentials.get({ publicKey }));
    const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
    const body = {
      id: signed.id,
      clientDataJson: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle ? { userHandle: text(userHandle) } : {}),
    };
    return ask(client.POST("/api/session/passkey", { body }));
  },
};

type Answered = { id: string; response: Record<string, unknown> };

/** What the browser gives, by WebAuthn's names. Its own words for a refusal are not for people. */
async function given(asked: Promise<Credential | null>): Promise<Answered> {
  try {
    return (await asked) as PublicKeyCredential as unknown as Answered;
  } catch (error) {
    const known = error instanceof DOMException && error.name === "InvalidStateError";
    throw new Refusal(0, known ? words.passkeys.known : words.passkeys.cancelled);
  }
}

/** URL-safe Base64. */
function text(bytes: unknown): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
