/** Whether the appliance answers. The one place that asks again when it does not, with growing pauses. */
import { signal } from "@preact/signals";

export const away = signal(false);

/** Grows when what is shown may be old: the appliance answers again, or this machine has slept. */
export const renewal = signal(0);

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
const TICK_MS = 5000;
const SLEPT_MS = 30_000; // a tick that comes so late: the machine, or the page, stood still

let timer: ReturnType<typeof setTimeout> | null = null;

/** Somebody got no answer. */
export function lost(): void {
  if (away.value) return;
  away.value = true;
  askIn(FIRST_MS);
}

export function askNow(): void {
  if (away.value) void ask(FIRST_MS);
}

function askIn(pause: number): void {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => void ask(pause), pause);
}

async function ask(pause: number): Promise<void> {
  const answers = await fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!away.value) return;
  if (!answers) return askIn(Math.min(pause * 2, LONGEST_MS));
  away.value = false;
  renewal.value++;
}

let ticked = Date.now();
setInterval(() => {
  const slept = Date.now() - ticked > SLEPT_MS;
  ticked = Date.now();
  if (slept && !away.value) renewal.value++;
  if (slept) askNow();
}, TICK_MS);
addEventListener("online", askNow);
