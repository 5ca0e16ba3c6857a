/** The phrases that can be written: those of the organization's own, and how they are found by words. Pure. */
import type { Family, Phrase } from "../channel/api";

/** The organization's own phrases as a family; none where there are none. An example has its blanks' names in them. */
export function ownFamily(phrases: Phrase[], title: string): Family[] {
  if (phrases.length === 0) return [];
  const forms = phrases.map(({ pattern, sentences }) => ({
    form: pattern,
    example: pattern.replace(/\{([^}]+)\}/g, '"$1"'),
    does: sentences.join(" · "),
    wordings: [],
  }));
  return [{ name: "own", title, forms }];
}

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
