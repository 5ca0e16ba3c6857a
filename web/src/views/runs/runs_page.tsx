/** All runs of the organization: filter and search stand in the address, pages are read as the list is scrolled. */
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { api, type FailureClass, type Project } from "../../channel/api";
import { type Filter, RunList } from "../../model/run_list";
import { current } from "../../model/session";
import { tagsOf } from "../../model/tags";
import { VERDICTS } from "../../model/verdict";
import { renewal } from "../../transport/reach";
import { words } from "../../words";
import { Day } from "../parts/day";
import { Problem, Show, useLoaded } from "../parts/loaded";
import { Bones, Choice, State, useTitle } from "../parts/parts";
import { useQuery } from "../parts/query";
import { useSettled } from "../parts/settled";
import { Virtual } from "../parts/virtual";
import { TagChoice } from "../procedures/tags";
import { RunRow } from "./run_row";
import "../parts/filters.css";
import "./runs_page.css";

const REST_MS = 250;
const HERE = "/runs";
const FAILURES = Object.keys(words.failureClass) as FailureClass[];

export function RunsPage() {
  useTitle(words.nav.runs);
  const projects = useLoaded(current().organization.id, api.projects);
  return (
    <>
      <div class="page-head">
        <h1>{words.nav.runs}</h1>
      </div>
      <Show of={projects} rows={8}>
        {(found) => <Runs projects={found} />}
      </Show>
    </>
  );
}

function Runs({ projects }: { projects: Project[] }) {
  const { query, put } = useQuery();
  const verdict = VERDICTS.find((each) => each === query.verdict) ?? "";
  const project = query.project ?? "";
  const search = useSettled(query.search ?? "", REST_MS);
  const { procedure = "", tag = "", environment = "", from = "", to = "" } = query;
  const failure = FAILURES.find((each) => each === query.failure) ?? "";
  const filter: Filter = { verdict, project, search, procedure, tag, environment, failure, from, to };
  const list = useRunList(useMemo(() => listFor(filter), [JSON.stringify(filter)]));
  return (
    <section class="card">
      <div class="filters">
        <input
          class="input"
          type="search"
          maxLength={200}
          aria-label={words.runs.search}
          placeholder={words.runs.search}
          value={query.search ?? ""}
          onInput={(event) => put({ search: event.currentTarget.value })}
        />
        <Choice
          bare
          label={words.runs.verdict}
          value={verdict}
          onChoose={(chosen) => put({ verdict: chosen })}
          options={[
            { value: "", label: words.runs.everyVerdict },
            ...VERDICTS.map((value) => ({ value, label: words.verdict[value] })),
          ]}
        />
        <Choice
          bare
          label={words.runs.project}
          value={project}
          onChoose={(chosen) => put({ project: chosen, procedure: null, tag: null, environment: null })}
          options={[
            { value: "", label: words.runs.everyProject },
            ...projects.map((each) => ({ value: each.id, label: each.name })),
          ]}
        />
        {project !== "" && <OfProject key={project} project={project} />}
        <Choice
          bare
          label={words.runs.failure}
          value={failure}
          onChoose={(chosen) => put({ failure: chosen })}
          options={[
            { value: "", label: words.runs.everyFailure },
            ...FAILURES.map((value) => ({ value, label: words.failureClass[value] })),
          ]}
        />
        <Day label={words.runs.from} value={from} onChoose={(day) => put({ from: day })} />
        <Day label={words.runs.to} value={to} onChoose={(day) => put({ to: day })} />
        <span class="faint numeric" role="status">
          {list.ready.value && words.runs.found(list.runs.value.length, list.more.value)}
        </span>
      </div>
      <Found list={list} projects={projects} />
    </section>
  );
}

/** What only runs of one project have: procedures, their tags, and environments. */
function OfProject({ project }: { project: string }) {
  const { query, put } = useQuery();
  const loaded = useLoaded(project, async () => {
    const [procedures, environments] = await Promise.all([api.procedures(project), api.environments(project)]);
    return { procedures, environments };
  });
  if (loaded.value === null) return null;
  const { procedures, environments } = loaded.value;
  const tags = tagsOf(procedures);
  return (
    <>
      {procedures.length > 0 && (
        <Choice
          bare
          label={words.runs.procedure}
          value={query.procedure ?? ""}
          onChoose={(chosen) => put({ procedure: chosen })}
          options={[
            { value: "", label: words.runs.everyProcedure },
            ...procedures.map((each) => ({ value: each.id, label: each.name })),
          ]}
        />
      )}
      {tags.length > 0 && <TagChoice tags={tags} tag={query.tag ?? ""} onChoose={(chosen) => put({ tag: chosen })} />}
      {environments.length > 0 && (
        <Choice
          bare
          label={words.runs.environment}
          value={query.environment ?? ""}
          onChoose={(chosen) => put({ environment: chosen })}
          options={[
            { value: "", label: words.runs.everyEnvironment },
            ...environments.map((each) => ({ value: each.id, label: each.name })),
          ]}
        />
      )}
    </>
  );
}

/** The list that was left last, as far as it was read, and where in it the window stood. */
const left: { list: RunList | null; organization: string; scrolled: number } = {
  list: null,
  organization: "",
  scrolled: 0,
};

function listFor(filter: Filter): RunList {
  const known = left.organization === current().organization.id ? left.list : null;
  return known && JSON.stringify(known.filter) === JSON.stringify(filter) ? known : new RunList(filter);
}

/** Reads the list, or goes on where it was left; what was shown before stays until the new one has something to show. */
function useRunList(list: RunList): RunList {
  const shown = useRef(list);
  useEffect(() => {
    if (left.list === list) scrollTo(0, left.scrolled);
    void list.resume();
    const note = () => {
      if (location.pathname === HERE) left.scrolled = scrollY; // a page that comes next begins at its top
    };
    Object.assign(left, { list, organization: current().organization.id, scrolled: scrollY });
    addEventListener("scroll", note, { passive: true });
    return () => {
      removeEventListener("scroll", note);
      list.leave();
    };
  }, [list]);
  const renewed = renewal.value;
  useEffect(() => {
    if (renewed > 0) void list.resume();
  }, [list, renewed]);
  if (list.ready.value || list.problem.value !== null) shown.current = list;
  return shown.current;
}

function Found({ list, projects }: { list: RunList; projects: Project[] }) {
  const runs = list.runs.value;
  const names = useMemo(() => new Map(projects.map((each) => [each.id, each.name])), [projects]);
  const read = useCallback(() => void list.read(), [list]);
  const problem = list.problem.value;
  if (problem !== null && !list.ready.value) return <Problem problem={problem} again={read} />;
  if (!list.ready.value) return <Bones rows={8} />;
  if (runs.length === 0)
    return Object.values(list.filter).every((value) => value.trim() === "") ? (
      <State icon="play" title={words.runs.none}>
        {words.runs.noneText}
      </State>
    ) : (
      <State icon="search" title={words.runs.noMatch} />
    );
  return (
    <>
      <Virtual items={runs} keyOf={(run) => run.id} guess={59} onNearEnd={read}>
        {(run) => <RunRow run={run} project={names.get(run.projectId)} />}
      </Virtual>
      {problem !== null ? (
        <Problem problem={problem} again={read} />
      ) : (
        list.more.value && <p class="list-end">{words.runs.more}…</p>
      )}
    </>
  );
}
