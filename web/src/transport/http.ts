/** Carries requests to the appliance with the session's token. Never keeps the token anywhere but in memory. */

import { lost } from "./reach";

export type Issue = { code: string; path: (string | number)[]; message: string };

/** What the appliance refused, or why it could not be reached (`status` 0). `message` is a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly issues: Issue[] = [],
    readonly upgradeUrl: string | null = null,
  ) {
    super(message);
  }

  /** The sentence about one field of a body (`probe.address`: about a part of one), if there is one. */
  about(field: string): string | undefined {
    return this.issues.find(({ path }) => path[0] === field || path.join(".") === field)?.message;
  }

  get offline(): boolean {
    return this.status === 0;
  }
}

type Renew = () => Promise<string | null>;

const LONGEST_WAIT_S = 60;

let token: string | null = null;
let renew: Renew = async () => null;
let renewing: Promise<string | null> | null = null;

export function holdToken(next: string | null): void {
  token = next;
}

export function currentToken(): string | null {
  return token;
}

/** Says how a dead token is replaced: a new one, or null when the session is over. */
export function renewWith(how: Renew): void {
  renew = how;
}

/**
 * `fetch` with the token; one that died is renewed once, for all requests that wait for it together. What is only read
 * is asked for once more when the appliance says when to come again.
 */
export async function authorized(request: Request): Promise<Response> {
  const later = request.method === "GET" ? request.clone() : null;
  const answer = await signed(request);
  const wait = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  if (later === null || answer.status !== 429 || !(wait <= LONGEST_WAIT_S)) return answer;
  await new Promise((done) => setTimeout(done, wait * 1000));
  return signed(later);
}

async function signed(request: Request): Promise<Response> {
  const again = request.clone();
  const sent = token;
  const answer = await send(request, sent);
  if (answer.status !== 401 || sent === null) return answer;
  if (token === sent) {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    token = await renewing;
  }
  return token === null ? answer : send(again, token);
}

async function send(request: Request, bearer: string | null): Promise<Response> {
  if (bearer !== null) request.headers.set("Authorization", `Bearer ${bearer}`);
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    lost();
    throw new Refusal(0, "The appliance does not answer. Is it still running, and is this machine connected to it?");
  }
}
