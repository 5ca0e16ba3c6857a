/** Running the test of a run once more: as it was, or with other words. */
import { useLocation } from "preact-iso";
import { api, type Project, type RunDetail } from "../../channel/api";
import { hasItsWords } from "../../model/rewrite";
import { TERMINAL } from "../../model/run";
import { mayChange } from "../../model/session";
import type { Subject } from "../batch/start_batch";

export type Again = {
  /** null: this reader may not, or the run does not have its words. */
  asItWas: (() => Promise<void>) | null;
  /** What its test may be run several times as. */
  subject: Subject | null;
  withWords: ((description: string) => Promise<void>) | null;
};

export function useAgain(run: RunDetail, project: Project | null): Again {
  const { route } = useLocation();
  const may = mayChange() && TERMINAL.has(run.status);
  const elsewhere = run.initialUrl !== null && run.initialUrl !== project?.baseUrl;
  const where = elsewhere ? { baseUrl: run.initialUrl ?? "" } : {};
  const send = async (what: { description: string } | { procedureId: string }) => {
    const { runId } = await api.trigger({
      projectId: run.projectId,
      ...what,
      userExpectation: run.userExpectation ?? "pass",
      ...where,
    });
    route(`/runs/${runId}`);
  };
  const { procedureId } = run;
  const words = may && hasItsWords(run) ? (description: string) => send({ description }) : null;
  return {
    asItWas: may && procedureId !== null ? () => send({ procedureId }) : words && (() => words(run.instruction)),
    subject: !may
      ? null
      : procedureId !== null
        ? { projectId: run.projectId, procedureId, ...where }
        : words && { projectId: run.projectId, description: run.instruction, ...where },
    withWords: words,
  };
}
