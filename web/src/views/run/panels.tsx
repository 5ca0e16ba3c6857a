/** The evidence by kind, counted, for the chosen step or the whole run. Which one is shown stands in the address. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { lazy } from "preact-iso";
import { EVIDENCE_KINDS, type RunDetail } from "../../channel/api";
import { isError, picturedOf, type Step, timingsOf } from "../../model/run";
import { mayManage } from "../../model/session";
import { words } from "../../words";
import { Scroll } from "../parts/parts";
import { useQuery } from "../parts/query";
import type { Accepting } from "./accepting";
import { Console } from "./console_panel";
import { Files } from "./files_panel";
import { ModelCalls } from "./model_panel";
import { Network } from "./network_panel";
import { Performance } from "./performance_panel";
import { type Socket, Sockets } from "./sockets_panel";
import { Violations } from "./violations_panel";
import { Visuals } from "./visual_panel";
import "./panels.css";

const Report = lazy(() => import("./report_panel").then((file) => file.Report));

type PanelId = (typeof EVIDENCE_KINDS)[number]["name"] | "report" | "model" | "raw";
type Panel = {
  id: PanelId;
  count: number | null;
  bad?: boolean;
  /** Whether only its problems can be asked for. */
  filtered?: boolean;
  show: () => ComponentChildren;
};

export function RunTabs({
  run,
  steps,
  chosen,
  accepting,
}: {
  run: RunDetail;
  steps: Step[];
  chosen: Step | null;
  accepting: Accepting;
}) {
  const { query, href } = useQuery();
  const scoped = chosen !== null && query.scope !== "run";
  const onlyBad = query.only === "problems";
  const panels = usePanels(run, steps, scoped ? chosen : null, onlyBad, accepting);
  const shown =
    panels.find((panel) => panel.id === query.tab) ??
    panels.find((panel) => panel.bad) ??
    panels.find((panel) => panel.id === "report");
  return (
    <section class="card panels" aria-label={words.run.evidence}>
      <nav class="tabs" aria-label={words.run.evidence}>
        {panels.map((panel) => (
          <a key={panel.id} href={href({ tab: panel.id })} aria-current={panel === shown ? "page" : undefined}>
            {titleOf(panel.id)}
            {panel.count !== null && (
              <span class={panel.bad ? "count failed numeric" : "count numeric"}>{panel.count}</span>
            )}
          </a>
        ))}
      </nav>
      {((chosen !== null && steps.length > 1) || shown?.filtered) && (
        <div class="scope">
          {chosen !== null && steps.length > 1 && (
            <nav class="segments" aria-label={words.run.scope}>
              <a href={href({ scope: null })} aria-current={scoped ? "true" : undefined}>
                {words.run.stepNumber(chosen.index + 1)}
              </a>
              <a href={href({ scope: "run" })} aria-current={scoped ? undefined : "true"}>
                {words.run.wholeRun}
              </a>
            </nav>
          )}
          {shown?.filtered && (
            <nav class="segments" aria-label={words.panel.which}>
              <a href={href({ only: null })} aria-current={onlyBad ? undefined : "true"}>
                {words.panel.all}
              </a>
              <a href={href({ only: "problems" })} aria-current={onlyBad ? "true" : undefined}>
                {words.panel.problems}
              </a>
            </nav>
          )}
        </div>
      )}
      <Scroll kind="panel" label={shown ? titleOf(shown.id) : ""}>
        {shown?.show()}
      </Scroll>
    </section>
  );
}

function usePanels(run: RunDetail, steps: Step[], step: Step | null, onlyBad: boolean, accepting: Accepting): Panel[] {
  return useMemo(() => {
    const here = (event: { stepIndex: number | null }) => step === null || event.stepIndex === step.index;
    const failed = (run.networkEventsJson ?? []).filter(here).filter((event) => event.failed);
    const consoleEvents = (run.consoleEventsJson ?? []).filter(here);
    const sockets: Socket[] = (run.webSocketsJson ?? []).filter(here);
    const violations = run.accessibilityViolationsJson;
    const timings = timingsOf(run).filter(here);
    const downloads = (run.downloadsJson ?? []).filter(here);
    const visual = picturedOf(run).filter(here);
    const panels: Panel[] = [
      {
        id: "network",
        count: failed.length || null,
        bad: failed.length > 0,
        filtered: true,
        show: () => <Network run={run} step={step?.index ?? null} problems={onlyBad} />,
      },
      {
        id: "console",
        count: consoleEvents.length,
        bad: consoleEvents.some(isError),
        filtered: consoleEvents.length > 0,
        show: () => <Console events={onlyBad ? consoleEvents.filter(isError) : consoleEvents} />,
      },
      {
        id: "accessibility",
        count: violations?.length ?? null,
        bad: (violations?.length ?? 0) > 0,
        show: () => <Violations found={violations} />,
      },
      { id: "performance", count: timings.length, show: () => <Performance timings={timings} /> },
      { id: "downloads", count: downloads.length, show: () => <Files run={run} downloads={downloads} /> },
      { id: "report", count: null, show: () => <Report run={run} accepting={accepting} /> },
      {
        id: "raw",
        count: null,
        show: () => <pre class="raw">{JSON.stringify(step === null ? run : rawStep(run, step), null, 2)}</pre>,
      },
    ];
    if (sockets.length > 0)
      panels.splice(2, 0, {
        id: "sockets",
        count: sockets.length,
        bad: sockets.some((socket) => socket.ended === "failed"),
        show: () => <Sockets sockets={sockets} />,
      });
    if (run.llmTokensUsed > 0 && mayManage())
      panels.splice(-1, 0, { id: "model", count: null, show: () => <ModelCalls run={run} /> });
    if (visual.length > 0)
      panels.splice(-3, 0, {
        id: "visual",
        count: visual.length,
        bad: visual.some((each) => !each.result?.passed),
        show: () => <Visuals steps={steps} pictured={visual} accepting={accepting} />,
      });
    return panels;
  }, [run, steps, step, onlyBad, accepting]);
}

function titleOf(id: PanelId): string {
  if (id === "report" || id === "model" || id === "raw") return words.panel[id];
  return EVIDENCE_KINDS.find((kind) => kind.name === id)?.label ?? id;
}

function rawStep(run: RunDetail, step: Step): unknown {
  return run.stepsJson?.find((entry) => entry.index === step.index) ?? null;
}
