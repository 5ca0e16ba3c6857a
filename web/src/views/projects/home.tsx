/** The first page: the projects, what runs now, what ran last; for a new appliance the first project. */
import { useEffect, useState } from "preact/hooks";
import { type ActiveGroup, api, type Project, type RunSummary } from "../../channel/api";
import { ago, oneLine, shortAddress } from "../../model/format";
import { TERMINAL } from "../../model/run";
import { current, mayChange } from "../../model/session";
import { away } from "../../transport/reach";
import { words } from "../../words";
import { now } from "../parts/clock";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { State, useTitle, VerdictBadge } from "../parts/parts";
import { RunRow } from "../runs/run_row";
import { FirstProject } from "./first_project";
import { NewProject } from "./project_form";
import { Bars } from "./trend";
import "./projects.css";

const RECENT = 200;
const SHOWN = 8;
const BARS = 24; // of a project
const MOST_ACTIVE = 100; // groups the appliance tells
const AGAIN_MS = 4000; // as long as something runs

type Everything = { projects: Project[]; runs: RunSummary[]; active: ActiveGroup[] };

async function everything(): Promise<Everything> {
  const [projects, runs, active] = await Promise.all([api.projects(), api.runs(RECENT), api.active()]);
  return { projects, runs, active };
}

export function Home() {
  useTitle(words.nav.projects);
  const loaded = useLoaded(current().organization.id, everything);
  const [creating, setCreating] = useState(false);
  const busy = (loaded.value?.active.length ?? 0) > 0;
  useEffect(() => {
    if (!busy || away.value) return;
    const timer = setInterval(loaded.reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [busy, away.value, loaded.reload]);
  return (
    <Show page of={loaded}>
      {({ projects, runs, active }) =>
        projects.length === 0 ? (
          <First />
        ) : (
          <>
            <div class="page-head">
              <h1>{words.home.title}</h1>
              {mayChange() && (
                <div class="push">
                  <button type="button" class="button primary" onClick={() => setCreating(true)}>
                    <Icon name="plus" />
                    {words.project.create}
                  </button>
                </div>
              )}
            </div>
            <div class="columns">
              <ul class="project-grid">
                {projects.map((project) => (
                  <li key={project.id}>
                    <Card
                      project={project}
                      among={runs.filter((run) => run.projectId === project.id)}
                      whole={runs.length < RECENT}
                    />
                  </li>
                ))}
              </ul>
              {active.length > 0 && <Active groups={active} runs={runs} />}
              <Recent runs={busy ? runs.filter((run) => TERMINAL.has(run.status)) : runs} projects={projects} />
            </div>
            {creating && <NewProject onClose={() => setCreating(false)} />}
          </>
        )
      }
    </Show>
  );
}

function First() {
  if (!mayChange())
    return (
      <State icon="box" title={words.home.none}>
        {words.home.noneViewer}
      </State>
    );
  return <FirstProject />;
}

/** `among`: its runs among the newest of all, `whole`: which are all there are; else it asks for its own. */
function Card({ project, among, whole }: { project: Project; among: RunSummary[]; whole: boolean }) {
  const enough = whole || among.length >= BARS;
  const own = useLoaded(`${project.id} ${enough} ${among[0]?.id}`, async () =>
    enough ? among : api.projectRuns(project.id, BARS),
  );
  const runs = enough ? among : (own.value ?? among);
  return (
    <a class="card project-card" href={`/projects/${project.id}`}>
      <div>
        <h2>{project.name}</h2>
        <div class="address">{shortAddress(project.baseUrl)}</div>
      </div>
      <Bars runs={runs.slice(0, BARS)} linked={false} />
      <div class="foot">
        {runs.length === 0
          ? enough || own.value !== null
            ? words.project.neverRun
            : "…"
          : words.project.lastRun(ago(runs[0]?.createdAt ?? project.createdAt, now.value))}
      </div>
    </a>
  );
}

function Active({ groups, runs }: { groups: ActiveGroup[]; runs: RunSummary[] }) {
  const waits = ({ runId, total }: ActiveGroup) =>
    total === 1 && runs.some((run) => run.id === runId && run.status === "pending");
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.home.active}</h2>
        <span class="faint numeric">{groups.length < MOST_ACTIVE ? groups.length : `${MOST_ACTIVE}+`}</span>
        {groups.length > SHOWN && (
          <a class="push" href="/runs">
            {words.home.allRuns}
          </a>
        )}
      </div>
      <ul>
        {groups.slice(-SHOWN).map((group) => (
          <li key={group.runId}>
            <a class="run-row" href={`/runs/${group.runId}`}>
              <span>
                <VerdictBadge verdict={waits(group) ? "pending" : "running"} />
              </span>
              <span class="what">
                <strong>{oneLine(group.maskedInstruction)}</strong>
                <span>{group.projectName}</span>
              </span>
              <span class="counts numeric">{group.total > 1 && words.home.progress(group.completed, group.total)}</span>
              <span class="took" />
              <time class="end" dateTime={group.startedAt}>
                {ago(group.startedAt, now.value)}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recent({ runs, projects }: { runs: RunSummary[]; projects: Project[] }) {
  const names = new Map(projects.map((project) => [project.id, project.name]));
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.home.recent}</h2>
        <a class="push" href="/runs">
          {words.home.allRuns}
        </a>
      </div>
      {runs.length === 0 ? (
        <State icon="play" title={words.runs.none}>
          {words.runs.noneText}
        </State>
      ) : (
        <ul>
          {runs.slice(0, SHOWN).map((run) => (
            <li key={run.id}>
              <RunRow run={run} project={names.get(run.projectId)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
