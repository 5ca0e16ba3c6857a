/** One run, followed while it goes on and read whole when it has ended. Without DOM: pictures are Blobs. */
import { signal } from "@preact/signals";
import { api, type RunDetail } from "../channel/api";
import { watchRun } from "../channel/live";
import type { Refusal } from "../transport/http";
import { away } from "../transport/reach";
import type { Wire } from "../transport/socket";
import { type Step, stepOf, TERMINAL } from "./run";
import { asRefusal } from "./session";

const AGAIN_MS = 2000;

export class LiveRun {
  readonly run = signal<RunDetail | null>(null);
  readonly steps = signal<Step[]>([]);
  readonly picture = signal<Blob | null>(null);
  readonly said = signal("");
  readonly problem = signal<Refusal | null>(null);

  #wire: Wire | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #place: ReturnType<typeof setTimeout> | null = null;
  #left = false;

  constructor(readonly id: string) {}

  /** Reads the run, and watches it as long as it has not ended. Out of reach, it is begun again by whoever shows it. */
  async begin(): Promise<void> {
    this.#rest();
    try {
      const run = await api.run(this.id);
      if (this.#left) return;
      this.#rest();
      this.problem.value = null;
      this.run.value = run;
      const recorded = run.stepsJson ?? [];
      if (recorded.length > 0 || TERMINAL.has(run.status)) this.steps.value = recorded;
      if (!TERMINAL.has(run.status)) this.#watch();
      if (run.status === "pending") this.#askPlace();
    } catch (error) {
      if (!this.#left) this.problem.value = asRefusal(error);
    }
  }

  leave(): void {
    this.#left = true;
    this.#rest();
  }

  #rest(): void {
    this.#wire?.close();
    this.#wire = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#place !== null) clearTimeout(this.#place);
  }

  async cancel(): Promise<void> {
    await api.cancel(this.id);
    await this.#again();
  }

  #watch(): void {
    this.#wire = watchRun(this.id, {
      told: (message) => {
        if (message.type === "log") this.said.value = message.text;
        else if (message.type === "step") this.#take(stepOf(message.step));
        else if (TERMINAL.has(message.status)) void this.#again();
        else if (this.run.value) this.run.value = { ...this.run.value, status: message.status };
      },
      picture: (jpeg) => {
        this.picture.value = jpeg;
      },
      closed: () => {
        this.#timer = setTimeout(() => void this.begin(), AGAIN_MS);
      },
    });
  }

  /** While the run waits in line, its place there is asked for anew. */
  #askPlace(): void {
    if (this.#place !== null) clearTimeout(this.#place);
    this.#place = setTimeout(async () => {
      const run = await api.run(this.id).catch(() => null);
      if (this.#left || this.run.value?.status !== "pending") return;
      if (run !== null && !TERMINAL.has(run.status)) this.run.value = run;
      if (run === null ? !away.value : run.status === "pending") this.#askPlace();
    }, AGAIN_MS);
  }

  async #again(): Promise<void> {
    if (!this.#left) await this.begin();
  }

  #take(step: Step): void {
    const others = this.steps.value.filter((each) => each.index !== step.index);
    this.steps.value = [...others, step].sort((one, other) => one.index - other.index);
  }
}
