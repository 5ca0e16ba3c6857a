/** Whether single letters are keys: they can be switched off, for those who speak to their machine or type by accident. */
import { signal } from "@preact/signals";

const KEPT = "qa-appliance.letters";

export const letters = signal(localStorage.getItem(KEPT) !== "off");

export function setLetters(on: boolean): void {
  letters.value = on;
  if (on) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "off");
}

/** Whether a key press is meant for the page, and not for a field or together with Ctrl. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if ((event.target as HTMLElement).closest("input, textarea, select, dialog, video")) return false;
  return letters.value || event.key.length > 1;
}
