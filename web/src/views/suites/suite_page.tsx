/** One suite: its tests in their order, what it came to, when it is run by the clock, and how it is judged. */
import { useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { api, type Procedure, type Suite } from "../../channel/api";
import { mayChange } from "../../model/session";
import { verdictOfSuiteRun } from "../../model/suite";
import { words } from "../../words";
import { Confirm, say } from "../parts/acting";
import { Badge } from "../parts/badge";
import { ForChangers } from "../parts/for_changers";
import { Icon } from "../parts/icon";
import { Card, Table, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, State, useTitle, VerdictBadge } from "../parts/parts";
import { useQuery } from "../parts/query";
import { ProjectCrumbs } from "../projects/project_crumbs";
import { Schedules } from "./schedules";
import { SuiteForm } from "./suite_form";
import { SuiteTests } from "./suite_tests";
import { RunSuite, SuiteBars, SuiteTags } from "./suites";
import "../projects/projects.css";
import "./suites.css";

const TABS = ["tests", "history", "schedules", "edit"] as const;

export function SuitePage() {
  const id = useRoute().params.id ?? "";
  const { query, href } = useQuery();
  const loaded = useLoaded(id, async (): Promise<{ suite: Suite; procedures: Procedure[] }> => {
    const suite = await api.suite(id);
    return { suite, procedures: await api.procedures(suite.projectId) };
  });
  const tab = TABS.find((each) => each === query.tab) ?? "tests";
  useTitle(loaded.value?.suite.name ?? "");
  return (
    <Show page of={loaded}>
      {({ suite, procedures }) => {
        const changed = (after: Suite) => loaded.replace({ suite: after, procedures });
        return (
          <>
            <ProjectCrumbs projectId={suite.projectId} part="suites" />
            <Head suite={suite} procedures={procedures} />
            <nav class="tabs" aria-label={words.suite.parts}>
              {TABS.filter((each) => each !== "edit" || mayChange()).map((each) => (
                <a
                  key={each}
                  href={href({ tab: each === "tests" ? null : each })}
                  aria-current={each === tab ? "page" : undefined}
                >
                  {words.suite.tabs[each]}
                </a>
              ))}
            </nav>
            {tab === "tests" && <SuiteTests suite={suite} procedures={procedures} onChange={changed} />}
            {tab === "history" && (
              <div class="columns">
                <History suite={suite} />
                <Badge of={suite.id} load={() => api.suiteBadge(suite.id)} />
              </div>
            )}
            {tab === "schedules" && <Schedules of={{ projectId: suite.projectId, suiteId: suite.id }} />}
            {tab === "edit" && (
              <ForChangers>
                <section class="card form-card">
                  <div class="card-body">
                    <SuiteForm
                      procedures={procedures}
                      first={suite}
                      action={words.act.save}
                      send={async ({ tests: _, ...body }) => {
                        changed(await api.changeSuite(id, body));
                        say(words.act.saved);
                      }}
                    />
                  </div>
                </section>
              </ForChangers>
            )}
          </>
        );
      }}
    </Show>
  );
}

function Head({ suite, procedures }: { suite: Suite; procedures: Procedure[] }) {
  const { route } = useLocation();
  const [removing, setRemoving] = useState(false);
  const [where, setWhere] = useState("");
  const environments = useLoaded(suite.projectId, () => api.environments(suite.projectId)).value ?? [];
  return (
    <div class="page-head">
      <div>
        <h1>{suite.name}</h1>
        <span class="faint">{rules(suite, procedures)}</span> <SuiteTags suite={suite} />
      </div>
      {mayChange() && (
        <div class="push">
          {environments.length > 0 && (
            <Choice
              bare
              label={words.suite.where}
              value={where}
              onChoose={setWhere}
              options={[
                { value: "", label: words.suite.project },
                ...environments.map(({ id, name }) => ({ value: id as string, label: name })),
              ]}
            />
          )}
          <RunSuite suite={suite} kind="primary" environmentId={where} />
          <button type="button" class="button danger" onClick={() => setRemoving(true)}>
            <Icon name="trash" />
            {words.act.remove}
          </button>
        </div>
      )}
      {removing && (
        <Confirm
          title={words.suite.removeTitle(suite.name)}
          text={words.suite.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(false)}
          work={async () => {
            await api.removeSuite(suite.id);
            route(`/projects/${suite.projectId}?tab=suites`);
          }}
        />
      )}
    </div>
  );
}

/** How it is run and judged, in a line. */
function rules(suite: Suite, procedures: Procedure[]): string {
  const setUp = procedures.find(({ id }) => id === suite.setUp);
  return [
    words.suite.passesWhen(words.suite.gates[suite.gate]),
    setUp && words.suite.setUpFirst(setUp.name),
    suite.probe && words.suite.probed(suite.probe.address, suite.probe.shows),
    suite.retries > 0 && words.suite.retried(suite.retries),
    suite.maxFlaky !== null && words.suite.flaky(suite.maxFlaky),
    suite.ordered && words.suite.inOrder,
  ]
    .filter(Boolean)
    .join(" · ");
}

function History({ suite }: { suite: Suite }) {
  const { begun, ended } = words.suite;
  if (suite.runs.length === 0)
    return (
      <Card title={words.suite.tabs.history}>
        <State icon="play" title={words.suite.noRuns}>
          {words.suite.noRunsText}
        </State>
      </Card>
    );
  return (
    <Card title={words.suite.tabs.history} head={<SuiteBars suite={suite} />}>
      <Table label={words.suite.tabs.history} columns={[begun, ended, words.batch.column.verdict]}>
        {suite.runs.map((run) => (
          <tr key={run.batchId}>
            <td>
              <a href={`/batches/${run.batchId}`}>
                <When at={run.createdAt} />
              </a>
            </td>
            <td>{run.endedAt === null ? "–" : <When at={run.endedAt} />}</td>
            <td>
              <VerdictBadge verdict={verdictOfSuiteRun(run)} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
