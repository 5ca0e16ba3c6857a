/** What completion knows: the phrases, read once, and the names that earlier runs found on the site. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../../channel/api";
import type { Name, Phrase } from "../../model/complete";
import { useLoaded } from "../parts/loaded";

const phrases = signal<Phrase[] | null>(null);
let asked = false;
const NOTHING: never[] = [];

export type Reference = { phrases: Phrase[]; names: Name[] };

/** Empty until it is there: writing never waits for its help. */
export function useReference(projectId: string): Reference {
  const names = useLoaded(projectId, () => api.names(projectId));
  useEffect(() => {
    if (asked) return;
    asked = true;
    api.phrases().then(
      (families) => {
        phrases.value = families.flatMap((family) => family.forms.map(asSentence)).sort(byLength);
      },
      () => {
        asked = false;
      },
    );
  }, []);
  return { phrases: phrases.value ?? NOTHING, names: names.value ?? NOTHING };
}

/** What only says how things are is a sentence of a test once something checks it. */
function asSentence({ form, example, does }: { form: string; example: string; does: string }): Phrase {
  return { example: /^\{(what|who)\}/.test(form) ? `check that ${example}` : example, does };
}

const byLength = (one: Phrase, other: Phrase): number => one.example.length - other.example.length;
