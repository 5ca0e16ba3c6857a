/** Accepting pictures of a run as those later runs of its test are compared with, and which of them are so already. */
import { useMemo } from "preact/hooks";
import { api, type RunDetail } from "../../channel/api";
import { picturedOf, TERMINAL } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";

export type Accepting = {
  /** Steps that failed by their picture and would hold with it as the baseline. */
  open: number[];
  isAccepted: (stepIndex: number | null) => boolean;
  /** null: this reader may not. */
  accept: ((steps: number[]) => Promise<void>) | null;
};

export function useAccepting(run: RunDetail): Accepting {
  const pictured = useMemo(() => (TERMINAL.has(run.status) ? picturedOf(run) : []), [run]);
  const baselines = useLoaded(`${run.id} ${pictured.length}`, async () =>
    pictured.length === 0 ? [] : api.baselines(run.projectId),
  );
  const accepted = baselines.value;
  const { reload } = baselines;
  return useMemo(() => {
    const isAccepted = (stepIndex: number | null) =>
      (accepted ?? []).some((each) => each.runId === run.id && each.stepIndex === stepIndex);
    const failed = new Set((run.stepsJson ?? []).flatMap((step) => (step.result === "failed" ? [step.index] : [])));
    const open = pictured.flatMap(({ stepIndex, result }) =>
      stepIndex !== null && failed.has(stepIndex) && !result?.passed && !isAccepted(stepIndex) ? [stepIndex] : [],
    );
    const accept = async (steps: number[]) => {
      try {
        for (const step of steps) await api.acceptBaseline(run.projectId, run.id, step);
      } finally {
        reload(); // those before one that was refused are accepted
      }
    };
    return { open, isAccepted, accept: mayChange() ? accept : null };
  }, [run, pictured, accepted, reload]);
}

/** Of one picture: that it is the baseline, or the button that makes it so. Nothing where there is neither. */
export function AcceptPicture({ accepting, stepIndex }: { accepting: Accepting; stepIndex: number | null }) {
  const { accept } = accepting;
  if (accepting.isAccepted(stepIndex))
    return (
      <span class="badge passed">
        <Icon name="check" />
        {words.panel.accepted}
      </span>
    );
  if (accept === null || stepIndex === null || !accepting.open.includes(stepIndex)) return null;
  return (
    <Do kind="small" icon="check" work={() => accept([stepIndex])}>
      {words.panel.accept}
    </Do>
  );
}

/** Of all pictures that wait for it, in one go. */
export function AcceptAll({ accepting }: { accepting: Accepting }) {
  const { accept, open } = accepting;
  if (accept === null || open.length === 0) return null;
  return (
    <Do icon="check" work={() => accept(open)}>
      {open.length === 1 ? words.panel.accept : words.panel.acceptAll(open.length)}
    </Do>
  );
}
