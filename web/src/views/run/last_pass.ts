/** The newest earlier run of the same test that passed, to hold a run's steps beside. */
import { api, type RunDetail } from "../../channel/api";
import { type Frame, frameOf, framesOf, type Step, TERMINAL } from "../../model/run";
import { type Loaded, useLoaded } from "../parts/loaded";

const LOOKED_THROUGH = 200; // of the project's passed runs

/** `run` null: this test has not passed before. */
export type LastPass = { run: RunDetail | null; steps: Step[]; frames: Frame[] };

/** Asked for only once a run has ended. */
export function useLastPass(run: RunDetail): Loaded<LastPass> {
  const ended = TERMINAL.has(run.status);
  return useLoaded(`${run.id} ${ended}`, async () => (ended ? lastPass(run) : NONE));
}

/** The picture of the same step then; null where that run did not have it. */
export function pictureThen(pass: LastPass, step: Step): Frame | null {
  const same = pass.steps.find((each) => each.index === step.index && each.sentence === step.sentence);
  return same ? frameOf(same, pass.frames) : null;
}

const NONE: LastPass = { run: null, steps: [], frames: [] };

async function lastPass(run: RunDetail): Promise<LastPass> {
  const { runs } = await api.runsPage(run.projectId, { overall: "passed", limit: `${LOOKED_THROUGH}` });
  const same = runs.find(
    (each) =>
      each.createdAt < run.createdAt &&
      (run.procedureId === null ? each.instruction === run.instruction : each.procedureId === run.procedureId),
  );
  if (!same) return NONE;
  const passed = await api.run(same.id);
  return { run: passed, steps: passed.stepsJson ?? [], frames: framesOf(passed) };
}
