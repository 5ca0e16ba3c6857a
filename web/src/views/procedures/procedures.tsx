/** A project's procedures with how their runs went, and a way to save a new one from English. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Procedure, type RunSummary } from "../../channel/api";
import { duration } from "../../model/format";
import { mayChange } from "../../model/session";
import { hasTag, tagsOf } from "../../model/tags";
import { trendOf } from "../../model/trend";
import { words } from "../../words";
import { Dialog, Do } from "../parts/acting";
import { Add, Card, Table } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { State } from "../parts/parts";
import { useQuery } from "../parts/query";
import { Bars } from "../projects/trend";
import { ProcedureForm } from "./procedure_form";
import { TagChoice, Tags } from "./tags";

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
            <Tagged procedures={procedures} runs={runs} />
          )
        }
      </Show>
      {creating && <NewProcedure projectId={projectId} onClose={() => setCreating(false)} />}
    </Card>
  );
}

/** The procedures with the tag of the address, or all. */
function Tagged({ procedures, runs }: { procedures: Procedure[]; runs: RunSummary[] }) {
  const { query, put } = useQuery();
  const tag = query.tag ?? "";
  const tags = tagsOf(procedures);
  const shown = procedures.filter((procedure) => tag === "" || hasTag(procedure, tag));
  return (
    <>
      {(tags.length > 0 || tag !== "") && (
        <div class="filters">
          <TagChoice tags={tags} tag={tag} onChoose={(chosen) => put({ tag: chosen })} />
        </div>
      )}
      {shown.length === 0 ? (
        <State icon="search" title={words.procedure.noneTagged} />
      ) : (
        <Table
          label={words.procedure.all}
          columns={[
            words.procedure.name,
            words.procedure.history,
            words.trend.rate,
            words.trend.switches,
            words.trend.median,
            "",
          ]}
        >
          {shown.map((procedure) => (
            <Row
              key={procedure.id}
              procedure={procedure}
              runs={runs.filter((run) => run.procedureId === procedure.id)}
            />
          ))}
        </Table>
      )}
    </>
  );
}

function Row({ procedure, runs }: { procedure: Procedure; runs: RunSummary[] }) {
  const trend = trendOf(runs);
  return (
    <tr>
      <td>
        <a href={`/procedures/${procedure.id}`}>{procedure.name}</a> <Tags procedure={procedure} />
      </td>
      <td class="history">{runs.length > 0 && <Bars runs={runs.slice(0, 14)} linked={false} />}</td>
      <td class="numeric">{trend.passRate === null ? "–" : `${Math.round(trend.passRate * 100)} %`}</td>
      <td class="numeric">{trend.judged > 1 ? trend.switches : "–"}</td>
      <td class="numeric">{trend.median === null ? "–" : duration(trend.median)}</td>
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
  return (
    <Dialog wide title={words.procedure.create} onClose={onClose}>
      <ProcedureForm
        projectId={projectId}
        first={{ name: "", description: "", expectation: "pass", minutes: null, tags: [], tableId: null }}
        send={async ({ name, description, expectation, minutes, tags, tableId }) => {
          const body = { name, description, userExpectation: expectation, maxDurationMinutes: minutes, tags, tableId };
          const procedure = await api.createProcedure(projectId, body);
          route(`/procedures/${procedure.id}`);
        }}
      />
    </Dialog>
  );
}
