/** The heart: one run, while it goes on and ever after. Verdict first, then the failure, then all the evidence. */

import { useEffect, useMemo } from "preact/hooks";
import { useRoute } from "preact-iso";
import { api, type Project, type RunDetail } from "../../channel/api";
import { oneLine } from "../../model/format";
import { LiveRun } from "../../model/live_run";
import { withSeen, withTarget } from "../../model/rewrite";
import { framesOf, type Step, TERMINAL } from "../../model/run";
import { verdictOf } from "../../model/verdict";
import { renewal } from "../../transport/reach";
import { words } from "../../words";
import { Crumbs } from "../frame/frame";
import { Problem, useLoaded } from "../parts/loaded";
import { Bones, useTitle } from "../parts/parts";
import { useQuery } from "../parts/query";
import { TriageCard } from "../triage/triage";
import { useAccepting } from "./accepting";
import type { Take } from "./candidates";
import { FailureCard } from "./failure";
import { Head } from "./head";
import { Heals } from "./heals";
import { useLastPass } from "./last_pass";
import { RunTabs } from "./panels";
import { SayItSo } from "./reworded";
import { Stage } from "./stage";
import { useStepKeys } from "./step_keys";
import { Steps } from "./steps";
import { useAgain } from "./use_again";
import "./run.css";

export function RunPage() {
  const id = useRoute().params.id ?? "";
  const live = useMemo(() => new LiveRun(id), [id]);
  useEffect(() => () => live.leave(), [live]);
  const renewed = renewal.value;
  useEffect(() => void live.begin(), [live, renewed]);
  const run = live.run.value;
  const problem = live.problem.value;
  useTitle(
    run === null ? words.nav.runs : `${words.verdict[verdictOf(run)]}: ${oneLine(run.maskedInstruction).slice(0, 60)}`,
  );
  if (run !== null) return <Run live={live} run={run} />;
  if (problem !== null) return <Problem page problem={problem} again={() => void live.begin()} />;
  return <Bones rows={8} />;
}

function Run({ live, run }: { live: LiveRun; run: RunDetail }) {
  const { query, put } = useQuery();
  const project = useLoaded<Project>(run.projectId, () => api.project(run.projectId));
  const steps = live.steps.value;
  const frames = useMemo(() => framesOf(run), [run]);
  const ended = TERMINAL.has(run.status);
  const before = useLastPass(run);
  const failed = steps.find((step) => step.result === "failed") ?? null;
  const chosen = chosenStep(steps, query.step, ended, failed);
  const accepting = useAccepting(run);
  const again = useAgain(run, project.value);
  const takeFor = (step: Step): Take => {
    const { withWords } = again;
    const whole = (said: string) => withTarget(run.instruction, steps, step, said);
    if (withWords === null || !step.failure?.candidates?.every((said) => whole(said) !== null)) return null;
    return (said) => withWords(whole(said) ?? run.instruction);
  };
  const mendFor = (step: Step) => {
    const { withWords } = again;
    const said = withWords && withSeen(run.instruction, steps, step);
    return withWords && said ? { seen: said.seen, work: () => withWords(said.words) } : null;
  };
  useStepKeys(steps, chosen, (step) => put({ step: `${step.index + 1}`, picture: null }));

  return (
    <>
      <Crumbs
        ways={[
          { href: "/", label: words.nav.projects },
          { href: `/projects/${run.projectId}`, label: project.value?.name ?? "…" },
        ]}
      />
      <Head live={live} run={run} steps={steps} again={again} />
      {ended && <Heals run={run} steps={steps} frames={frames} before={before.value} />}
      {ended && <SayItSo run={run} steps={steps} />}
      <div class="evidence">
        {ended && failed !== null && (
          <FailureCard
            step={failed}
            before={before.value}
            take={takeFor(failed)}
            mend={mendFor(failed)}
            accepting={accepting}
          />
        )}
        <Stage
          live={live}
          run={run}
          steps={steps}
          frames={frames}
          chosen={chosen}
          before={before}
          take={chosen && takeFor(chosen)}
        />
        <Steps run={run} steps={steps} chosen={chosen} again={again} />
      </div>
      {run.overallStatus === "failed" && <TriageCard runId={run.id} saved={run.procedureId !== null} />}
      {ended && <RunTabs run={run} steps={steps} chosen={query.step ? chosen : null} accepting={accepting} />}
    </>
  );
}

/** The step of the address; else the failed one, else the last that was performed. */
function chosenStep(steps: Step[], asked: string | undefined, ended: boolean, failed: Step | null): Step | null {
  const index = Number(asked) - 1;
  const named = steps.find((step) => step.index === index);
  if (named) return named;
  if (ended && failed) return failed;
  return steps.findLast((step) => step.result !== "skipped") ?? steps[0] ?? null;
}
