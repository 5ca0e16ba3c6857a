/** The runs that fit a filter, read page after page as they are wanted. Without DOM. */
import { signal } from "@preact/signals";
import { api, type FailureClass, type RunSummary, type RunsQuery } from "../channel/api";
import type { Refusal } from "../transport/http";
import { away } from "../transport/reach";
import { period } from "./period";
import { TERMINAL } from "./run";
import { asRefusal } from "./session";
import type { Verdict } from "./verdict";

export type Filter = {
  verdict: Exclude<Verdict, "unread"> | "";
  project: string;
  search: string;
  procedure: string;
  tag: string;
  environment: string;
  failure: FailureClass | "";
  /** Days of this place, as 2026-01-31; both are within. */
  from: string;
  to: string;
};

const PAGE = 100;
const AGAIN_MS = 4000;

export class RunList {
  readonly runs = signal<RunSummary[]>([]);
  /** Whether there is something to show: a page, or that nothing fits. */
  readonly ready = signal(false);
  readonly more = signal(false);
  readonly problem = signal<Refusal | null>(null);

  #next: string | null = null;
  #busy = false;
  #left = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(readonly filter: Filter) {}

  /** The next page. A search may find nothing in one and something in the next: it goes on by itself. */
  async read(): Promise<void> {
    if (this.#busy || this.#left || (this.ready.value && this.#next === null)) return;
    this.#busy = true;
    try {
      let found = 0;
      do {
        const page = await this.#page(this.#next);
        if (this.#left) return;
        this.#next = page.next;
        found += page.runs.length;
        this.runs.value = [...this.runs.value, ...page.runs];
      } while (found === 0 && this.#next !== null);
      this.more.value = this.#next !== null;
      this.problem.value = null;
      this.ready.value = true;
      this.#watch();
    } catch (error) {
      if (!this.#left) this.problem.value = asRefusal(error);
    } finally {
      this.#busy = false;
    }
  }

  leave(): void {
    this.#left = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** What is shown may be old: after it was left, or after the appliance was away. */
  async resume(): Promise<void> {
    this.#left = false;
    if (!this.ready.value || this.problem.value !== null) return this.read();
    await this.#renew();
  }

  async #renew(): Promise<void> {
    const page = await this.#page(null).catch(() => null);
    if (page !== null && !this.#left) this.runs.value = renewed(this.runs.value, page.runs, page.next !== null);
    if (!this.#left) this.#watch();
  }

  #page(before: string | null): Promise<{ runs: RunSummary[]; next: string | null }> {
    return api.runsPage(this.filter.project, { ...asked(this.filter), before: before ?? "", limit: `${PAGE}` });
  }

  /** As long as a run of the first page has not ended, that page is read again. */
  #watch(): void {
    if (this.#timer !== null || away.value || this.runs.value.slice(0, PAGE).every((run) => TERMINAL.has(run.status)))
      return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#renew();
    }, AGAIN_MS);
  }
}

function asked({ verdict, search, procedure, tag, environment, failure, from, to }: Filter): RunsQuery {
  const words = search.trim();
  const judged = verdict === "passed" || verdict === "failed";
  const said: RunsQuery = { overall: judged ? verdict : "", status: judged ? "" : verdict, q: words };
  return { ...said, procedure, tag, environment, failure, ...period(from, to) };
}

/** The list with its beginning read anew; `more`: it goes on behind `first`. */
export function renewed(old: RunSummary[], first: RunSummary[], more: boolean): RunSummary[] {
  const last = first.at(-1);
  if (!more || last === undefined) return first;
  const from = old.findIndex((run) => run.id === last.id);
  return from < 0 ? first : [...first, ...old.slice(from + 1)];
}
