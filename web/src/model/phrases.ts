/** Finds phrases of the reference by words. Pure. */
import type { Family } from "../channel/api";

/** The forms in which every word of the search occurs; families without any are left out. */
export function found(families: Family[], search: string): Family[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return families;
  return families
    .map((family) => ({
      ...family,
      forms: family.forms.filter((form) => {
        const text = [family.title, form.form, form.example, form.does, ...form.wordings].join("\n").toLowerCase();
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter((family) => family.forms.length > 0);
}
