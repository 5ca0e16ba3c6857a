/** One saved test: its words and steps, replay, edit, export, and how its runs went. */

import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { api, type Plan, type Procedure } from "../../channel/api";
import { duration } from "../../model/format";
import { readPlan } from "../../model/plan";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { StartBatch } from "../batch/start_batch";
import { DoubtTab } from "../doubt/doubt";
import { Confirm, say } from "../parts/acting";
import { Badge } from "../parts/badge";
import { ForChangers } from "../parts/for_changers";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { State, useTitle } from "../parts/parts";
import { useQuery } from "../parts/query";
import { ProjectCrumbs } from "../projects/project_crumbs";
import { Trend } from "../projects/trend";
import { RunRow } from "../runs/run_row";
import { Schedules } from "../suites/schedules";
import { Export } from "./export";
import { ProcedureForm } from "./procedure_form";
import { Replay } from "./procedures";
import { Tags } from "./tags";
import "../editor/editor.css";
import "../projects/projects.css";

const RUNS = 500;
const SHOWN = 30;
const TABS = ["steps", "edit", "doubt", "export", "schedules", "history"] as const;

export function ProcedurePage() {
  const id = useRoute().params.id ?? "";
  const { query, href } = useQuery();
  const { route } = useLocation();
  const [removing, setRemoving] = useState(false);
  const [several, setSeveral] = useState(false);
  const loaded = useLoaded(id, () => api.procedure(id));
  const tab = TABS.find((each) => each === query.tab) ?? "steps";
  useTitle(loaded.value?.name ?? "");
  return (
    <Show page of={loaded}>
      {(procedure) => (
        <>
          <ProjectCrumbs projectId={procedure.projectId} part="procedures" />
          <div class="page-head">
            <div>
              <h1>{procedure.name}</h1>
              <span class="faint">{words.expectation[procedure.userExpectation]}</span> <Tags procedure={procedure} />
            </div>
            {mayChange() && (
              <div class="push">
                <Replay procedure={procedure} kind="primary" />
                <button type="button" class="button" onClick={() => setSeveral(true)}>
                  <Icon name="copy" />
                  {words.batch.start}
                </button>
                <button type="button" class="button danger" onClick={() => setRemoving(true)}>
                  <Icon name="trash" />
                  {words.act.remove}
                </button>
              </div>
            )}
          </div>
          <nav class="tabs" aria-label={words.procedure.parts}>
            {TABS.filter((each) => each !== "edit" || mayChange()).map((each) => (
              <a
                key={each}
                href={href({ tab: each === "steps" ? null : each })}
                aria-current={each === tab ? "page" : undefined}
              >
                {words.procedure.tabs[each]}
              </a>
            ))}
          </nav>
          {tab === "steps" && <Steps procedure={procedure} />}
          {tab === "edit" && (
            <ForChangers>
              <Edit procedure={procedure} onChange={loaded.replace} />
            </ForChangers>
          )}
          {tab === "doubt" && <DoubtTab procedure={procedure} />}
          {tab === "export" && <Export procedure={procedure} />}
          {tab === "schedules" && <Schedules of={{ projectId: procedure.projectId, procedureId: procedure.id }} />}
          {tab === "history" && (
            <div class="columns">
              <History procedure={procedure} />
              <Badge of={procedure.id} load={() => api.procedureBadge(procedure.id)} />
            </div>
          )}
          {several && (
            <StartBatch
              of={{ projectId: procedure.projectId, procedureId: procedure.id }}
              onClose={() => setSeveral(false)}
            />
          )}
          {removing && (
            <Confirm
              title={words.procedure.removeTitle}
              text={words.procedure.removeText}
              action={words.act.remove}
              onClose={() => setRemoving(false)}
              work={async () => {
                await api.removeProcedure(id);
                route(`/projects/${procedure.projectId}?tab=procedures`);
              }}
            />
          )}
        </>
      )}
    </Show>
  );
}

function Steps({ procedure }: { procedure: Procedure }) {
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.procedure.tabs.steps}</h2>
      </div>
      <div class="reading" style={{ background: "none" }}>
        <ol>
          {readPlan(procedure.steps as Plan["steps"]).map((reading, index) => (
            <li key={index}>
              <span class="nth numeric">{index + 1}</span>
              <div style={{ marginLeft: `${reading.depth * 18}px` }}>
                <div class="reads-as">{reading.readsAs}</div>
                {reading.sentence !== reading.readsAs && <div class="sentence">{reading.sentence}</div>}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Edit({ procedure, onChange }: { procedure: Procedure; onChange: (changed: Procedure) => void }) {
  const held = procedure.description ?? "";
  return (
    <section class="card">
      <ProcedureForm
        projectId={procedure.projectId}
        first={{
          name: procedure.name,
          description: held,
          expectation: procedure.userExpectation,
          minutes: procedure.maxDurationMinutes,
          tags: procedure.tags,
          tableId: procedure.tableId,
        }}
        hint={words.procedure.editHint}
        send={async ({ name, description, expectation, minutes, tags, tableId }) => {
          const changed = await api.changeProcedure(procedure.id, {
            name,
            userExpectation: expectation,
            maxDurationMinutes: minutes,
            tags,
            tableId,
            ...(description === held ? {} : { description }),
          });
          onChange(changed);
          say(words.act.saved);
        }}
      />
    </section>
  );
}

function History({ procedure }: { procedure: Procedure }) {
  const loaded = useLoaded(procedure.id, async () =>
    (await api.projectRuns(procedure.projectId, RUNS)).filter((run) => run.procedureId === procedure.id),
  );
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.procedure.history}</h2>
      </div>
      <Show of={loaded}>
        {(runs) =>
          runs.length === 0 ? (
            <State icon="play" title={words.runs.none}>
              {words.procedure.neverRun}
            </State>
          ) : (
            <>
              <Trend runs={runs} />
              <Steady procedureId={procedure.id} />
              <ul>
                {runs.slice(0, SHOWN).map((run) => (
                  <li key={run.id}>
                    <RunRow run={run} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Show>
    </section>
  );
}

/** How often its verdict turned, and whether it takes longer; nothing where there is nothing to say. */
function Steady({ procedureId }: { procedureId: string }) {
  const found = useLoaded(`steady ${procedureId}`, () => api.steadiness(procedureId)).value;
  if (found === null || (found.flakyScore === null && found.drift === null)) return null;
  return (
    <p class="steady soft">
      {found.flakyScore !== null && words.procedure.flaky(found.flakyScore, found.turns, found.runs)}{" "}
      {found.drift && words.procedure.slower(duration(found.drift.beforeMs), duration(found.drift.medianMs))}
    </p>
  );
}
