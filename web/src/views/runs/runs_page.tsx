/** All runs of the organization: filter and search stand in the address, rows are drawn as they come into sight. */
import { api, type Project, type RunSummary } from "../../channel/api";
import { filtered } from "../../model/trend";
import { words } from "../../words";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, State, useTitle } from "../parts/parts";
import { useQuery } from "../parts/query";
import { Virtual } from "../parts/virtual";
import { RunRow } from "./run_row";
import "./runs_page.css";

const MOST = 500; // what the appliance lists at once (contract 4.3)
const VERDICTS = ["passed", "failed", "cancelled", "running", "pending"] as const;

export function RunsPage() {
  useTitle(words.nav.runs);
  const { query, put } = useQuery();
  const project = query.project ?? "";
  const loaded = useLoaded(project, async (): Promise<{ runs: RunSummary[]; projects: Project[] }> => {
    const [runs, projects] = await Promise.all([
      project === "" ? api.runs(MOST) : api.projectRuns(project, MOST),
      api.projects(),
    ]);
    return { runs, projects };
  });
  return (
    <>
      <div class="page-head">
        <h1>{words.nav.runs}</h1>
      </div>
      <Show of={loaded} rows={8}>
        {({ runs, projects }) => {
          const found = filtered(runs, { verdict: query.verdict ?? "", project: "", search: query.search ?? "" });
          const names = new Map(projects.map((each) => [each.id, each.name]));
          return (
            <section class="card">
              <div class="filters">
                <input
                  class="input"
                  type="search"
                  aria-label={words.runs.search}
                  placeholder={words.runs.search}
                  value={query.search ?? ""}
                  onInput={(event) => put({ search: event.currentTarget.value })}
                />
                <Choice
                  bare
                  label={words.runs.verdict}
                  value={query.verdict ?? ""}
                  onChoose={(verdict) => put({ verdict })}
                  options={[
                    { value: "", label: words.runs.everyVerdict },
                    ...VERDICTS.map((value) => ({ value, label: words.verdict[value] })),
                  ]}
                />
                <Choice
                  bare
                  label={words.runs.project}
                  value={project}
                  onChoose={(chosen) => put({ project: chosen })}
                  options={[
                    { value: "", label: words.runs.everyProject },
                    ...projects.map((each) => ({ value: each.id, label: each.name })),
                  ]}
                />
                <span class="faint numeric" role="status">
                  {words.runs.found(found.length)}
                </span>
              </div>
              {runs.length === 0 ? (
                <State icon="play" title={words.runs.none}>
                  {words.runs.noneText}
                </State>
              ) : found.length === 0 ? (
                <State icon="search" title={words.runs.noMatch} />
              ) : (
                <Virtual items={found} keyOf={(run) => run.id} guess={59}>
                  {(run) => <RunRow run={run} project={names.get(run.projectId)} />}
                </Virtual>
              )}
            </section>
          );
        }}
      </Show>
    </>
  );
}
