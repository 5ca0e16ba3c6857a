/** Who is signed in. Begins with the cookie, ends with sign-out. Knows no page. */
import { signal } from "@preact/signals";
import { api, type Session } from "../channel/api";
import { Refusal, renewWith, holdToken } from "../transport/http";

export type SessionState =
  | { state: "asking" }
  | { state: "set-up" }
  | { state: "out" }
  | { state: "in"; session: Session }
  | { state: "unreachable"; problem: Refusal };

export const session = signal<SessionState>({ state: "asking" });

export function enter(opened: Session): void {
  holdToken(opened.token);
  session.value = { state: "in", session: opened };
}

/** From the cookie, if there is one; else whether the appliance is still to be set up. */
export async function begin(): Promise<void> {
  session.value = { state: "asking" };
  try {
    if (await api.needsSetup()) session.value = { state: "set-up" };
    else enter(await api.refresh());
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) session.value = { state: "out" };
    else session.value = { state: "unreachable", problem: asRefusal(error) };
  }
}

export async function leave(): Promise<void> {
  await api.signOut();
  holdToken(null);
  session.value = { state: "out" };
}

renewWith(async () => {
  try {
    const opened = await api.refresh();
    session.value = { state: "in", session: opened };
    return opened.token;
  } catch (error) {
    if (error instanceof Refusal && error.offline) throw error;
    session.value = { state: "out" };
    return null;
  }
});

/** The session of a page that is only shown to people who are signed in. */
export function current(): Session {
  if (session.value.state !== "in") throw new Error("Nobody is signed in.");
  return session.value.session;
}

export function mayChange(): boolean {
  return current().role !== "viewer";
}

export function mayManage(): boolean {
  return current().role === "owner" || current().role === "admin";
}

export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, error instanceof Error ? error.message : String(error));
}
