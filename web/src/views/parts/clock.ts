/** The present moment, told anew once a minute to whoever shows how long ago something was. */
import { signal } from "@preact/signals";

export const now = signal(Date.now());

setInterval(() => {
  now.value = Date.now();
}, 30_000);
