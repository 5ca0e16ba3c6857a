/** What completion knows: the phrases, read once, and the names that earlier runs found on the site. */
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "../../channel/api";
import type { Name, Phrase } from "../../model/complete";
import { ownFamily } from "../../model/phrases";
import { useLoaded } from "../parts/loaded";

const phrases = signal<Phrase[] | null>(null);
let asked = false;
const NOTHING: never[] = [];

export type Reference = { phrases: Phrase[]; names: Name[] };

/** Empty until it is there: writing never waits for its help. */
export function useReference(projectId: string): Reference {
  const names = useLoaded(projectId, () => api.names(projectId));
  const own = useLoaded("phrasebook", api.phrasebook);
  useEffect(() => {
    if (asked) return;
    asked = true;
    api.phrases().then(
      (families) => {
        phrases.value = families.flatMap((family) => family.forms).sort(byLength);
      },
      () => {
        asked = false;
      },
    );
  }, []);
  const known = phrases.value;
  const all = useMemo(
    () => [...ownFamily(own.value ?? NOTHING, "").flatMap((family) => family.forms), ...(known ?? NOTHING)],
    [own.value, known],
  );
  return { phrases: all, names: names.value ?? NOTHING };
}

const byLength = (one: Phrase, other: Phrase): number => one.example.length - other.example.length;
