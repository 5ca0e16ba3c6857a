/** Writing a test on the live page: the site in a picture, and beside it the test that comes of what is done there. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { api, type Project } from "../../channel/api";
import { onSite, Studio } from "../../model/studio";
import { words } from "../../words";
import { Crumbs } from "../frame/frame";
import { Do, Refused, useActing } from "../parts/acting";
import { ForChangers } from "../parts/for_changers";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, Notice, useTitle } from "../parts/parts";
import { useQuery } from "../parts/query";
import { Asked } from "./asked";
import { Menu, Named, Offers, Options } from "./beside";
import { GoOn, OpenAnother, ToEditor } from "./go_on";
import { Left, Lines, Proposed, Told } from "./lines";
import { type Mode, Picture } from "./picture";
import { Prove } from "./prove";
import { Sentence } from "./sentence";
import "./studio.css";

const DEVICES = ["desktop", "tablet", "phone"] as const;
const MODES = ["use", "point"] as const;
const BLANK = "…";

export function StudioPage({ id }: { id: string }) {
  useTitle(words.studio.title);
  const project = useLoaded(id, () => api.project(id));
  return (
    <Show of={project}>
      {(found) => (
        <>
          <Crumbs ways={[{ href: `/projects/${id}`, label: found.name }]} />
          <div class="page-head">
            <h1>{words.studio.title}</h1>
          </div>
          <ForChangers>
            <Sessions project={found} />
          </ForChangers>
        </>
      )}
    </Show>
  );
}

function Sessions({ project }: { project: Project }) {
  const { query, put } = useQuery();
  const sessionId = query.session ?? null;
  const begun = sessionId === null ? asked(query) : null;
  if (begun !== null)
    return (
      <AtOnce
        project={project}
        begun={begun}
        onOpen={(session) => put({ session, run: null, step: null, after: null, viewport: null })}
      />
    );
  return sessionId === null ? (
    <Open project={project} onOpen={(session) => put({ session })} />
  ) : (
    <Session
      key={sessionId}
      id={sessionId}
      project={project}
      onAgain={() => put({ session: null })}
      onOpen={(session) => put({ session })}
    />
  );
}

function Open({ project, onOpen }: { project: Project; onOpen: (id: string) => void }) {
  const [device, setDevice] = useState<Device>("desktop");
  const [environmentId, setEnvironmentId] = useState("");
  const environments = useLoaded(project.id, () => api.environments(project.id));
  const acting = useActing();
  const open = () =>
    acting.act(async () => {
      const place = environmentId === "" ? {} : { environmentId };
      onOpen((await api.openStudio(project.id, { viewport: device, ...place })).id);
    });
  return (
    <section class="card">
      <div class="card-body form">
        <p class="soft">{words.studio.lead}</p>
        <div class="form-row">
          <Choice
            label={words.studio.device}
            value={device}
            onChoose={setDevice}
            options={DEVICES.map((value) => ({ value, label: words.studio.devices[value] }))}
          />
          {environments.value !== null && environments.value.length > 0 && (
            <Choice
              label={words.editor.environment}
              value={environmentId}
              onChoose={setEnvironmentId}
              options={[
                { value: "", label: words.editor.ownAddress },
                ...environments.value.map((each) => ({ value: each.id, label: each.name })),
              ]}
            />
          )}
        </div>
        <Refused acting={acting} />
        <div class="form-row">
          <button type="button" class="button primary" disabled={acting.busy} onClick={() => void open()}>
            <Icon name={acting.busy ? "spinner" : "screen"} spin={acting.busy} />
            {acting.busy ? words.studio.opening : words.studio.open}
          </button>
        </div>
        <p class="faint">{words.studio.takes}</p>
      </div>
    </section>
  );
}

type Device = (typeof DEVICES)[number];
type Beginning = { runId: string; step: number } | { after: string } | { viewport: Device };
type Begun = { project: Project; begun: Beginning };

/** What the address asks for by itself: a run's test just before one of its steps, one's last session, a screen. */
function asked(query: Record<string, string>): Beginning | null {
  if (query.run) return { runId: query.run, step: Number(query.step ?? 0) };
  if (query.after) return { after: query.after };
  const viewport = DEVICES.find((each) => each === query.viewport);
  return viewport === undefined ? null : { viewport };
}

function AtOnce({ project, begun, onOpen }: Begun & { onOpen: (id: string) => void }) {
  const acting = useActing();
  useEffect(() => {
    void acting.act(async () => {
      onOpen((await api.openStudio(project.id, begun)).id);
    });
  }, []);
  const opening = "step" in begun ? words.studio.replaying(begun.step + 1) : words.studio.opening;
  return (
    <section class="card">
      <div class="card-body form">
        <p class="soft" aria-live="polite">
          {acting.busy && <Icon name="spinner" spin />} {opening}
        </p>
        <Refused acting={acting} />
      </div>
    </section>
  );
}

type Ways = { onAgain: () => void; onOpen: (id: string) => void };

function Session({ id, project, onAgain, onOpen }: { id: string; project: Project } & Ways) {
  const studio = useMemo(() => new Studio(id, words.studio.ended), [id]);
  const [mode, setMode] = useState<Mode>("use");
  const [menu, setMenu] = useState(false);
  const [text, setText] = useState("");
  const [proving, setProving] = useState(false);
  useEffect(() => {
    studio.begin();
    return () => studio.leave();
  }, [studio]);
  const take = (sentence: string) => {
    setText(sentence);
    requestAnimationFrame(() => {
      const field = document.getElementById("sentence") as HTMLInputElement | null;
      const blank = sentence.indexOf(BLANK);
      field?.focus();
      if (blank >= 0) field?.setSelectionRange(blank, blank + BLANK.length); // to be written over
    });
  };
  const ended = studio.ended.value !== null;
  const over = ended && !proving;
  return (
    <div class="studio">
      <section class="card studio-page" aria-label={words.studio.title}>
        {!ended && <Bar studio={studio} mode={mode} setMode={setMode} />}
        {over ? (
          <div class="card-body form">
            <Notice tone="warn">{studio.ended.value}</Notice>
            <div class="form-row">
              <GoOn studio={studio} projectId={project.id} onOpen={onOpen} />
              <OpenAnother studio={studio} onAgain={onAgain} />
            </div>
          </div>
        ) : (
          <div class="studio-over" style={{ maxWidth: `${studio.state.value?.width ?? 0}px` }}>
            <Picture studio={studio} mode={mode} onPoint={setMenu} pinned={menu} />
            {menu && <Menu studio={studio} onClose={() => setMenu(false)} take={take} />}
            <Options studio={studio} />
            <Asked studio={studio} />
          </div>
        )}
        {!ended && (
          <div class="card-body">
            <Named studio={studio} />
          </div>
        )}
      </section>
      <section class="card studio-test" aria-label={words.studio.test}>
        <div class="card-body">
          {!ended && <Sentence studio={studio} text={text} setText={setText} />}
          {!ended && <Told studio={studio} />}
          {!ended && <Proposed studio={studio} />}
          <h2>{words.studio.test}</h2>
          <Lines studio={studio} />
          <Left studio={studio} />
          <ToEditor studio={studio} projectId={project.id} />
          {!ended && <Offers studio={studio} take={take} />}
          <Prove studio={studio} projectId={project.id} onBegin={() => setProving(true)} onOpen={onOpen} />
        </div>
      </section>
    </div>
  );
}

function Bar({ studio, mode, setMode }: { studio: Studio; mode: Mode; setMode: (mode: Mode) => void }) {
  const { address = "", base = "" } = studio.state.value ?? {};
  const [typed, setTyped] = useState<string | null>(null);
  const perform = (text: string) => studio.ask({ type: "do", text });
  return (
    <div class="card-head studio-bar">
      <Do icon="cross" kind="quiet small square" label={words.studio.close} work={() => api.closeStudio(studio.id)} />
      <button
        type="button"
        class="button quiet small square"
        aria-label={words.studio.back}
        onClick={() => perform("go back")}
      >
        <span class="flipped">
          <Icon name="chevron" />
        </span>
      </button>
      <button
        type="button"
        class="button quiet small square"
        aria-label={words.studio.reload}
        onClick={() => perform("reload the page")}
      >
        <Icon name="again" />
      </button>
      <form
        class="studio-address"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== null && typed.trim() !== "") perform(`open ${onSite(typed.trim(), base)}`);
          setTyped(null);
        }}
      >
        <input
          class="input small mono"
          aria-label={words.studio.address}
          spellcheck={false}
          value={typed ?? address}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      <fieldset class="segments" aria-label={words.studio.mode}>
        {MODES.map((each) => (
          <button key={each} type="button" aria-pressed={mode === each} onClick={() => setMode(each)}>
            {words.studio.modes[each]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
