/** Dark or light: as the system says until somebody chooses. Remembers the choice on this machine. */
import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "qa-appliance.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

const remembered = localStorage.getItem(KEY) as Theme | null;
export const theme = signal<Theme>(remembered !== null && THEMES.includes(remembered) ? remembered : "system");

effect(() => {
  if (theme.value === "system") {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, theme.value);
    document.documentElement.dataset.theme = theme.value;
  }
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
}
