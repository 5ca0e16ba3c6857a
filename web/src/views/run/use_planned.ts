/** What a run that has not ended will do, as its words are read or as its procedure says; nothing where neither is known. */
import { useEffect, useState } from "preact/hooks";
import { api, type Plan, type RunDetail } from "../../channel/api";
import { type Planned, plannedOf } from "../../model/plan";
import { hasItsWords } from "../../model/rewrite";
import { TERMINAL } from "../../model/run";

export function usePlanned(run: RunDetail): Planned[] {
  const [planned, setPlanned] = useState<Planned[]>([]);
  const live = !TERMINAL.has(run.status);
  useEffect(() => {
    let late = false;
    const take = (steps: Planned[]) => !late && setPlanned(steps);
    if (live)
      read(run).then(take, () => take([])); // the run tells its steps all the same, as they happen
    else take([]);
    return () => {
      late = true;
    };
  }, [run.id, live]);
  return planned;
}

async function read(run: RunDetail): Promise<Planned[]> {
  const exploring = run.userExpectation === "unknown";
  if (run.procedureId !== null) {
    const { steps } = await api.procedure(run.procedureId);
    return plannedOf({ steps: steps as Plan["steps"], gaps: [], unseen: [] }, exploring);
  }
  return hasItsWords(run) ? plannedOf(await api.plan(run.projectId, run.instruction), exploring) : [];
}
