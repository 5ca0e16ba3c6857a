/** One project: write and run a test, what ran before, its procedures, environments, files and baselines. */
import { useEffect, useRef } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { api, type Project, type RunSummary } from "../../channel/api";
import { shortAddress } from "../../model/format";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Alerts } from "../alerts/alerts";
import { Editor } from "../editor/editor";
import { Guide } from "../editor/guide";
import { NotOpen } from "../editor/not_open";
import { Crumbs } from "../frame/frame";
import { ForChangers } from "../parts/for_changers";
import { type Loaded, Show, useLoaded } from "../parts/loaded";
import { State, useTitle } from "../parts/parts";
import { Procedures } from "../procedures/procedures";
import { RunRow } from "../runs/run_row";
import { Suites } from "../suites/suites";
import { Baselines } from "./baselines";
import { TestData } from "./data/test_data";
import { Environments } from "./environments";
import { Files } from "./files";
import { Inbox } from "./inbox";
import { InsightsPanel } from "./insights";
import { ProjectSettings } from "./project_settings";
import { Issues } from "./tracker";
import { Trend } from "./trend";
import "./projects.css";

const RUNS = 500;
const SHOWN = 30;
const GUIDED = 3; // runs until the guide to the demo shop steps aside
const TABS = [
  "test",
  "procedures",
  "suites",
  "alerts",
  "environments",
  "data",
  "files",
  "baselines",
  "settings",
] as const;
type Tab = (typeof TABS)[number];

export function ProjectPage() {
  const { params, query } = useRoute();
  const id = params.id ?? "";
  const loaded = useLoaded(id, () => api.project(id));
  const tab: Tab = TABS.find((each) => each === query.tab) ?? "test";
  useTitle(loaded.value?.name ?? "");
  const tabs = useRef<HTMLElement>(null);
  const there = loaded.value !== null;
  useEffect(() => {
    if (!there || tab === "test") return;
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [there, tab]);
  return (
    <Show page of={loaded}>
      {(project) => (
        <>
          <Crumbs ways={[{ href: "/", label: words.nav.projects }]} />
          <div class="page-head">
            <div>
              <h1>{project.name}</h1>
              <a class="faint" href={project.baseUrl} target="_blank" rel="noreferrer">
                {shortAddress(project.baseUrl)}
              </a>
            </div>
          </div>
          <nav ref={tabs} class="tabs" aria-label={words.project.parts}>
            {TABS.filter((each) => each !== "settings" || mayChange()).map((each) => (
              <a
                key={each}
                href={each === "test" ? `/projects/${id}` : `/projects/${id}?tab=${each}`}
                aria-current={each === tab ? "page" : undefined}
              >
                {words.project.tabs[each]}
              </a>
            ))}
          </nav>
          {tab === "test" && <Test project={project} />}
          {tab === "procedures" && <Procedures projectId={id} />}
          {tab === "suites" && <Suites projectId={id} />}
          {tab === "alerts" && <Alerts projectId={id} />}
          {tab === "environments" && <Environments projectId={id} />}
          {tab === "data" && <TestData projectId={id} account={query.account ?? null} />}
          {tab === "files" && <Files projectId={id} />}
          {tab === "baselines" && <Baselines projectId={id} />}
          {tab === "settings" && (
            <ForChangers>
              <div class="columns">
                <ProjectSettings project={project} onChange={loaded.replace} />
                <Issues projectId={id} />
                <Inbox projectId={id} />
              </div>
            </ForChangers>
          )}
        </>
      )}
    </Show>
  );
}

function Test({ project }: { project: Project }) {
  const { query } = useLocation();
  const runs = useLoaded(project.id, () => api.projectRuns(project.id, RUNS));
  const demo = useLoaded("demo", async () => ({ site: await api.demo() }));
  const shop = demo.value?.site?.address === project.baseUrl ? demo.value.site : null;
  const guided = shop !== null && runs.value !== null && runs.value.length < GUIDED;
  return (
    <div class="columns">
      {mayChange() && <NotOpen project={project} />}
      {mayChange() && guided && <Guide runs={runs.value?.length ?? 0} />}
      {mayChange() && known(runs) && known(demo) && (
        <Editor
          project={project}
          from={query.from ?? null}
          plain={query.plain === "yes"}
          begin={(guided && shop.tests[0]) || null}
          samples={shop?.tests ?? []}
        />
      )}
      <InsightsPanel projectId={project.id} />
      <section class="card">
        <div class="card-head">
          <h2>{words.project.runs}</h2>
          <a class="push" href={`/runs?project=${project.id}`}>
            {words.home.allRuns}
          </a>
        </div>
        <Show of={runs}>{(found) => <Runs runs={found} />}</Show>
      </section>
    </div>
  );
}

/** Whether the appliance has answered, however. */
function known({ value, problem }: Pick<Loaded<unknown>, "value" | "problem">): boolean {
  return value !== null || problem !== null;
}

function Runs({ runs }: { runs: RunSummary[] }) {
  if (runs.length === 0)
    return (
      <State icon="play" title={words.runs.none}>
        {words.runs.noneText}
      </State>
    );
  return (
    <>
      <Trend runs={runs} />
      <ul>
        {runs.slice(0, SHOWN).map((run) => (
          <li key={run.id}>
            <RunRow run={run} />
          </li>
        ))}
      </ul>
    </>
  );
}
