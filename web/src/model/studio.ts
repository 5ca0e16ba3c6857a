/** One session on a live page: what is known of it, and what is asked of it. Without DOM: pictures are Blobs. */
import { batch, signal } from "@preact/signals";
import {
  type Ask,
  type Choices,
  type Done,
  enterStudio,
  type Heard,
  type Named,
  type Offered,
  type Proposed,
  type Question,
  type State,
  type StudioWire,
  type Tried,
  type Unsaid,
} from "../channel/studio";

const AGAIN_MS = 1000;
const MOST_TRIES = 5;

export class Studio {
  readonly state = signal<State | null>(null);
  readonly picture = signal<Blob | null>(null);
  readonly named = signal<Named | null>(null);
  readonly tried = signal<Tried | null>(null);
  readonly done = signal<Done | null>(null);
  readonly proposed = signal<Proposed | null>(null);
  readonly unsaid = signal<Unsaid | null>(null);
  readonly choices = signal<Choices | null>(null);
  readonly question = signal<Question | null>(null);
  /** The page as it was before the last deed. */
  readonly before = signal<Blob | null>(null);
  readonly offered = signal<Offered | null>(null);
  readonly hidden = signal<number | null>(null);
  /** What is sent again if the test is performed anew: it waits for a yes. */
  readonly resends = signal<string[]>([]);
  readonly trouble = signal("");
  readonly ended = signal<string | null>(null);

  #wire: StudioWire | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #tries = 0;

  constructor(
    readonly id: string,
    readonly gone: string,
  ) {}

  begin(): void {
    this.#wire = enterStudio(this.id, {
      heard: (message) => batch(() => this.#hear(message)),
      picture: (jpeg) => {
        this.picture.value = jpeg;
      },
      closed: () => this.#again(),
    });
  }

  leave(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wire?.close();
    this.#wire = null;
  }

  ask(asked: Ask): void {
    if (
      asked.type === "down" ||
      asked.type === "do" ||
      asked.type === "undo" ||
      asked.type === "anew" ||
      asked.type === "edit" ||
      asked.type === "next" ||
      asked.type === "key"
    )
      this.#clear();
    if (asked.type === "down") this.before.value = this.picture.value;
    if (asked.type === "answer") this.question.value = null;
    this.#wire?.ask(asked);
  }

  #clear(): void {
    batch(() => {
      this.named.value = null;
      this.done.value = null;
      this.unsaid.value = null;
      this.choices.value = null;
      this.trouble.value = "";
      this.resends.value = [];
    });
  }

  /** A connection that broke is made again for a while: the session waits for its tab. */
  #again(): void {
    if (this.ended.value !== null) return;
    this.#tries += 1;
    if (this.#tries > MOST_TRIES) this.ended.value = this.gone;
    else this.#timer = setTimeout(() => this.begin(), AGAIN_MS);
  }

  #hear(message: Heard): void {
    switch (message.type) {
      case "state":
        this.#tries = 0;
        this.state.value = message;
        break;
      case "named":
        this.named.value = message;
        break;
      case "tried":
        // on a slow page what it would do is told after it was done
        if (this.done.value?.mark !== message.mark) this.tried.value = message;
        break;
      case "done":
        this.done.value = message;
        this.tried.value = null;
        break;
      case "proposed":
        this.proposed.value = message;
        break;
      case "unsaid":
        this.unsaid.value = message;
        break;
      case "choices":
        this.choices.value = message;
        break;
      case "question":
        this.question.value = message;
        break;
      case "offered":
        this.offered.value = message;
        break;
      case "hidden":
        this.hidden.value = message.length;
        break;
      case "resends":
        this.resends.value = message.what;
        break;
      case "trouble":
        this.trouble.value = message.says;
        break;
      case "closed":
        this.ended.value = message.says;
        this.question.value = null;
        break;
    }
  }
}

/** An address of the site as a test says it: without the site, so that it holds at another one. Others stay whole. */
export function onSite(address: string, base: string): string {
  const found = URL.parse(address);
  const site = URL.parse(base);
  if (found === null || site === null || found.origin !== site.origin) return address;
  return `${found.pathname}${found.search}${found.hash}`;
}

/** The number as a part of a whole, in percent. */
export const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;
