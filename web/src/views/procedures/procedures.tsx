/** A project's procedures with how their runs went, and a way to save a new one from English. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Procedure, type RunSummary } from "../../channel/api";
import { duration } from "../../model/format";
import { mayChange } from "../../model/session";
import { trendOf } from "../../model/trend";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { FormDialog, useTexts } from "../parts/form";
import { Add, Card } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Field, Scroll, State } from "../parts/parts";
import { Bars } from "../projects/trend";

const RUNS = 500;

export function Procedures({ projectId }: { projectId: string }) {
  const [creating, setCreating] = useState(false);
  const loaded = useLoaded(projectId, async (): Promise<{ procedures: Procedure[]; runs: RunSummary[] }> => {
    const [procedures, runs] = await Promise.all([api.procedures(projectId), api.projectRuns(projectId, RUNS)]);
    return { procedures, runs };
  });
  return (
    <Card
      title={words.procedure.all}
      head={mayChange() && <Add onClick={() => setCreating(true)}>{words.procedure.create}</Add>}
    >
      <Show of={loaded}>
        {({ procedures, runs }) =>
          procedures.length === 0 ? (
            <State icon="save" title={words.procedure.none}>
              {words.procedure.noneText}
            </State>
          ) : (
            <Scroll kind="scroll-x" label={words.procedure.all}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{words.procedure.name}</th>
                    <th>{words.procedure.history}</th>
                    <th class="end">{words.trend.rate}</th>
                    <th class="end">{words.trend.switches}</th>
                    <th class="end">{words.trend.median}</th>
                    <th>
                      <span class="hidden-text">{words.act.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {procedures.map((procedure) => (
                    <Row
                      key={procedure.id}
                      procedure={procedure}
                      runs={runs.filter((run) => run.procedureId === procedure.id)}
                    />
                  ))}
                </tbody>
              </table>
            </Scroll>
          )
        }
      </Show>
      {creating && <NewProcedure projectId={projectId} onClose={() => setCreating(false)} />}
    </Card>
  );
}

function Row({ procedure, runs }: { procedure: Procedure; runs: RunSummary[] }) {
  const trend = trendOf(runs);
  return (
    <tr>
      <td>
        <a href={`/procedures/${procedure.id}`}>{procedure.name}</a>
      </td>
      <td style={{ minWidth: "110px" }}>{runs.length > 0 && <Bars runs={runs.slice(0, 14)} linked={false} />}</td>
      <td class="end numeric">{trend.passRate === null ? "–" : `${Math.round(trend.passRate * 100)} %`}</td>
      <td class="end numeric">{trend.judged > 1 ? trend.switches : "–"}</td>
      <td class="end numeric">{trend.median === null ? "–" : duration(trend.median)}</td>
      <td class="end">{mayChange() && <Replay procedure={procedure} kind="small" />}</td>
    </tr>
  );
}

export function Replay({ procedure, kind }: { procedure: Procedure; kind: string }) {
  const { route } = useLocation();
  return (
    <Do
      icon="play"
      kind={kind}
      label={words.procedure.replayNamed(procedure.name)}
      work={async () => {
        const { runId } = await api.trigger({
          projectId: procedure.projectId,
          procedureId: procedure.id,
          userExpectation: procedure.userExpectation,
        });
        route(`/runs/${runId}`);
      }}
    >
      {words.procedure.replay}
    </Do>
  );
}

function NewProcedure({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { route } = useLocation();
  const { given, acting, of } = useTexts({ name: "", description: "" });
  const send = async () => {
    const body = { name: given.name.trim(), description: given.description };
    const procedure = await api.createProcedure(projectId, body);
    route(`/procedures/${procedure.id}`);
  };
  return (
    <FormDialog
      title={words.procedure.create}
      action={words.procedure.save}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={send}
    >
      <Field label={words.procedure.name} required maxLength={200} {...of("name")} />
      <Field label={words.editor.title} area rows={7} required maxLength={4000} {...of("description")} />
    </FormDialog>
  );
}
