/** Keys of the run page: n and p (or j and k, or the arrows) for the next and previous step, f for the next failure. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { isForPage } from "../../model/keys";
import type { Step } from "../../model/run";

export function useStepKeys(steps: Step[], chosen: Step | null, choose: (step: Step) => void): void {
  const latest = useRef({ steps, chosen, choose });
  latest.current = { steps, chosen, choose };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const now = latest.current;
      const at = now.steps.findIndex((step) => step.index === now.chosen?.index);
      const next = wanted(event.key, now.steps, at);
      if (next === undefined) return;
      event.preventDefault();
      now.choose(next);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function wanted(key: string, steps: Step[], at: number): Step | undefined {
  switch (key) {
    case "n":
    case "j":
    case "ArrowRight":
      return steps[at + 1];
    case "p":
    case "k":
    case "ArrowLeft":
      return steps[at - 1];
    case "f":
      return (
        steps.slice(at + 1).find((step) => step.result === "failed") ?? steps.find((step) => step.result === "failed")
      );
    default:
      return undefined;
  }
}
