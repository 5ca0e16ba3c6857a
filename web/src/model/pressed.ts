/** Keys pressed on the picture of a live page, as they are asked for there. */
import type { Ask } from "../channel/studio";

const NAMES: Record<string, string> = { " ": "Space" };
const ALONE = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Dead", "Process", "Unidentified"]);

export type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** What a key on the picture is to the page: a text typed, a key pressed, or nothing yet. Paste comes as a text. */
export function keyed(pressed: Pressed): Ask | null {
  const { key } = pressed;
  if (ALONE.has(key)) return null;
  const held = pressed.ctrlKey || pressed.metaKey;
  if ((held && key.toLowerCase() === "v") || (pressed.shiftKey && key === "Insert")) return null;
  if ([...key].length === 1 && !held) return { type: "text", text: key };
  const name = NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const shift = pressed.shiftKey ? ["Shift"] : [];
  const before = [...(held ? ["Control"] : []), ...(pressed.altKey ? ["Alt"] : []), ...shift];
  return { type: "key", key: [...before, name].join("+") };
}
