/** Asks, while somebody writes, how the words are understood: a short while after the last key, newest answer wins. */
import { useEffect, useState } from "preact/hooks";
import { api, type Plan } from "../../channel/api";
import { asRefusal } from "../../model/session";
import type { Refusal } from "../../transport/http";

const PAUSE_MS = 280;

export type Understanding = { plan: Plan | null; of: string; problem: Refusal | null };

export function usePlan(projectId: string, description: string): Understanding {
  const [held, setHeld] = useState<Understanding>({ plan: null, of: "", problem: null });
  useEffect(() => {
    if (description.trim() === "") {
      setHeld({ plan: null, of: "", problem: null });
      return;
    }
    let late = false;
    const timer = setTimeout(() => {
      api.plan(projectId, description).then(
        (plan) => !late && setHeld({ plan, of: description, problem: null }),
        (error) => !late && setHeld((old) => ({ ...old, problem: asRefusal(error) })),
      );
    }, PAUSE_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [projectId, description]);
  return held;
}
