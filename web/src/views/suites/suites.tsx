/** A project's suites: how their last runs went, when they are run next, and a way to make and run one. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Schedule, type Suite } from "../../channel/api";
import { momentIn } from "../../model/format";
import { mayChange } from "../../model/session";
import { nextOf, verdictOfSuiteRun } from "../../model/suite";
import { words } from "../../words";
import { Dialog, Do } from "../parts/acting";
import { Add, Card, Listed } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { State, VerdictBadge } from "../parts/parts";
import { NEW, SuiteForm } from "./suite_form";
import "../projects/projects.css";
import "./suites.css";

export function Suites({ projectId }: { projectId: string }) {
  const [creating, setCreating] = useState(false);
  const schedules = useLoaded(projectId, () => api.schedules(projectId));
  const loaded = useLoaded(projectId, () => api.suites(projectId));
  const { name, tests, trend, last, next } = words.suite;
  return (
    <Card
      title={words.suite.all}
      head={mayChange() && <Add onClick={() => setCreating(true)}>{words.suite.create}</Add>}
    >
      <Listed
        of={loaded}
        label={words.suite.all}
        columns={[name, tests, trend, last, next, ""]}
        icon="box"
        none={words.suite.none}
        noneText={words.suite.noneText}
      >
        {(suite) => (
          <Row
            key={suite.id}
            suite={suite}
            schedules={(schedules.value ?? []).filter((each) => each.suiteId === suite.id)}
          />
        )}
      </Listed>
      {creating && <NewSuite projectId={projectId} onClose={() => setCreating(false)} />}
    </Card>
  );
}

function Row({ suite, schedules }: { suite: Suite; schedules: Schedule[] }) {
  const next = nextOf(schedules);
  const last = suite.runs[0];
  return (
    <tr>
      <td>
        <a href={`/suites/${suite.id}`}>{suite.name}</a> <SuiteTags suite={suite} />
      </td>
      <td class="numeric">{suite.tests.length}</td>
      <td class="history">{suite.runs.length > 0 ? <SuiteBars suite={suite} /> : "–"}</td>
      <td>
        {last === undefined ? (
          <span class="faint">{words.suite.neverRun}</span>
        ) : (
          <a href={`/batches/${last.batchId}`}>
            <VerdictBadge verdict={verdictOfSuiteRun(last)} />
          </a>
        )}
      </td>
      <td>{next === null ? "–" : <time dateTime={next}>{momentIn(next)}</time>}</td>
      <td class="end">{mayChange() && <RunSuite suite={suite} kind="small" />}</td>
    </tr>
  );
}

export function SuiteTags({ suite }: { suite: Suite }) {
  return (
    <span class="suite-tags">
      {suite.tags.map((tag) => (
        <span key={tag} class="badge">
          {tag}
        </span>
      ))}
    </span>
  );
}

/** The colour is the verdict; oldest left. */
export function SuiteBars({ suite }: { suite: Suite }) {
  const verdicts = suite.runs.map(verdictOfSuiteRun).reverse();
  return (
    <div
      class="bars verdicts"
      role="img"
      aria-label={words.suite.bars(verdicts.map((verdict) => words.verdict[verdict]))}
    >
      {verdicts.map((verdict, nth) => (
        <span key={nth} class={verdict} />
      ))}
    </div>
  );
}

/** `environmentId` empty: at the project's own address. */
export function RunSuite({ suite, kind, environmentId }: { suite: Suite; kind: string; environmentId?: string }) {
  const { route } = useLocation();
  return (
    <Do
      icon="play"
      kind={kind}
      label={words.suite.runNamed(suite.name)}
      work={async () => {
        const { batchId } = await api.runSuite(suite.id, environmentId ? { environmentId } : {});
        route(`/batches/${batchId}`);
      }}
    >
      {words.suite.run}
    </Do>
  );
}

function NewSuite({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { route } = useLocation();
  const loaded = useLoaded(projectId, () => api.procedures(projectId));
  return (
    <Dialog title={words.suite.create} onClose={onClose}>
      <Show of={loaded}>
        {(procedures) =>
          procedures.length === 0 ? (
            <State icon="save" title={words.procedure.none}>
              {words.suite.noProcedures}
            </State>
          ) : (
            <SuiteForm
              procedures={procedures}
              first={NEW}
              choosing
              action={words.suite.create}
              send={async (body) => {
                const suite = await api.createSuite(projectId, body);
                route(`/suites/${suite.id}`);
              }}
            />
          )
        }
      </Show>
    </Dialog>
  );
}
