/** Who is signed in. Begins with the cookie, ends with sign-out. Knows no page. */
import { effect, signal } from "@preact/signals";
import { api, type Session } from "../channel/api";
import { holdToken, Refusal, renewWith } from "../transport/http";
import { renewal } from "../transport/reach";

export type SessionState =
  | { state: "asking" }
  | { state: "set-up" }
  | { state: "out" }
  | { state: "in"; session: Session }
  | { state: "unreachable"; problem: Refusal };

/** Says that a cookie may be there (it cannot be seen from here), so that nobody is asked for one in vain. */
const MARK = "qa-appliance.signed-in";

export const session = signal<SessionState>({ state: "asking" });

/** Why the provider's sign-in came back with nobody, as the appliance names it. */
export const refusedBecause = signal<string | null>(null);

function forget(): void {
  holdToken(null);
  localStorage.removeItem(MARK);
  session.value = { state: "out" };
}

export function enter(opened: Session): void {
  holdToken(opened.token);
  localStorage.setItem(MARK, "yes");
  refusedBecause.value = null;
  session.value = { state: "in", session: opened };
}

/** What the appliance has put into the address it opened, once; it is in the address no longer. */
function handed(name: "enter" | "signed-in" | "sign-in"): string | null {
  const mark = `#${name}=`;
  if (!location.hash.startsWith(mark)) return null;
  const found = location.hash.slice(mark.length);
  history.replaceState(null, "", location.pathname + location.search);
  return found;
}

const refused = (error: unknown): boolean => error instanceof Refusal && (error.status === 401 || error.status === 403);

async function known(): Promise<Session | null> {
  if (localStorage.getItem(MARK) === null) return null;
  try {
    return await api.refresh();
  } catch (error) {
    if (!refused(error)) throw error;
    localStorage.removeItem(MARK);
    return null;
  }
}

/** By the address, or from the cookie, if there is one; else whether the appliance is still to be set up. */
export async function begin(): Promise<void> {
  session.value = { state: "asking" };
  const way = handed("enter");
  if (handed("signed-in") !== null) localStorage.setItem(MARK, "yes");
  refusedBecause.value = handed("sign-in") ?? refusedBecause.value;
  try {
    const opened = way === null ? await known() : await api.enterBy(way);
    if (opened !== null) enter(opened);
    else session.value = (await api.needsSetup()) ? { state: "set-up" } : { state: "out" };
  } catch (error) {
    session.value = { state: "unreachable", problem: asRefusal(error) };
  }
}

export async function leave(): Promise<void> {
  await api.signOut();
  forget();
}

renewWith(async () => {
  try {
    const opened = await api.refresh();
    session.value = { state: "in", session: opened };
    return opened.token;
  } catch (error) {
    if (error instanceof Refusal && error.offline) throw error;
    forget();
    return null;
  }
});

effect(() => {
  if (renewal.value > 0 && session.peek().state === "unreachable") void begin();
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
