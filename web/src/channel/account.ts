/** What the dashboard asks for one's own account and the accounts of machines. Raises `Refusal`. */
import { ask, at, client } from "./api";
import type { components } from "./schema";

type Shapes = components["schemas"];
export type FactorState = Shapes["FactorState"];
export type SignedIn = Shapes["SignedIn"];
export type ServiceAccount = Shapes["ServiceAccount"];

export const account = {
  factor: () => ask(client.GET("/api/me/second-factor")),
  beginFactor: (password: string) => ask(client.POST("/api/me/second-factor", { body: { password } })),
  confirmFactor: async (code: string) =>
    (await ask(client.POST("/api/me/second-factor/confirm", { body: { code } }))).recoveryCodes,
  removeFactor: (password: string, code: string) =>
    ask(client.POST("/api/me/second-factor/remove", { body: { password, code } })),

  sessions: async () => {
    const { current, sessions } = await ask(client.GET("/api/me/sessions"));
    return sessions.map((each) => ({ ...each, current: each.id === current }));
  },
  endSession: (id: string) => ask(client.DELETE("/api/me/sessions/{id}", at(id))),
  endOthers: () => ask(client.DELETE("/api/me/sessions")),

  services: async () => (await ask(client.GET("/api/service-accounts"))).serviceAccounts,
  addService: async (body: Shapes["ServiceAccountBody"]) =>
    (await ask(client.POST("/api/service-accounts", { body }))).serviceAccount,
  removeService: (id: string) => ask(client.DELETE("/api/service-accounts/{id}", at(id))),
  mintServiceKey: (id: string, name: string, expiresAt: string | null) =>
    ask(client.POST("/api/service-accounts/{id}/keys", { ...at(id), body: { name, expiresAt } })),
};
