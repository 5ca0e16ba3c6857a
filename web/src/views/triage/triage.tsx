/** What people say of a failed run: who looks into it, remarks, that it is known; and since when its test fails. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, type KnownBody, type Remark, type Triage } from "../../channel/api";
import { day } from "../../model/format";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do, say } from "../parts/acting";
import { Form, useTexts } from "../parts/form";
import { Card, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, Field } from "../parts/parts";
import { KnownForm } from "./known_form";
import "./triage.css";

type Changed = (triage: Triage) => void;
type Part = { runId: string; triage: Triage; changed: Changed };

export function TriageCard({ runId, saved }: { runId: string; saved: boolean }) {
  return (
    <Card title={words.triage.title}>
      <TriageBody runId={runId} saved={saved} />
    </Card>
  );
}

/** `saved`: whether it is a run of a saved test; only those can be known. `onChange`: something was said. */
export function TriageBody({ runId, saved, onChange }: { runId: string; saved: boolean; onChange?: () => void }) {
  const loaded = useLoaded(runId, () => api.triage(runId));
  const changed = (triage: Triage) => {
    loaded.replace(triage);
    onChange?.();
  };
  return (
    <Show of={loaded} rows={3}>
      {(triage) => (
        <div class="triage card-body">
          <Since triage={triage} />
          <Assigned runId={runId} triage={triage} changed={changed} />
          {saved && <Known runId={runId} triage={triage} changed={changed} />}
          {triage.entries.length > 0 && (
            <ol class="remarks" aria-label={words.triage.history}>
              {triage.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          )}
          {mayChange() && <Comment runId={runId} changed={changed} />}
        </div>
      )}
    </Show>
  );
}

function Since({ triage: { failingSince, lastPassed, passedAgain } }: { triage: Triage }) {
  if (failingSince === null) return null;
  return (
    <p class="since">
      {passedAgain === null ? words.triage.failingSince : words.triage.failed}{" "}
      <a href={`/runs/${failingSince.runId}`}>
        <When at={failingSince.createdAt} />
      </a>
      {lastPassed === null ? (
        passedAgain === null && words.triage.neverPassed
      ) : (
        <>
          {words.triage.lastPassed}{" "}
          <a href={`/runs/${lastPassed.runId}`}>
            <When at={lastPassed.createdAt} />
          </a>
        </>
      )}
      {passedAgain !== null && (
        <>
          {lastPassed === null ? words.triage.passedOnly : words.triage.passedAgain}{" "}
          <a href={`/runs/${passedAgain.runId}`}>
            <When at={passedAgain.createdAt} />
          </a>
        </>
      )}
    </p>
  );
}

function Assigned({ runId, triage, changed }: Part) {
  if (!mayChange()) return triage.assignee && <p class="soft">{words.triage.assignedTo(triage.assignee.name)}</p>;
  return <Assigning runId={runId} triage={triage} changed={changed} />;
}

function Assigning({ runId, triage, changed }: Part) {
  const people = useLoaded("assignees", api.assignees).value ?? [];
  const { assignee } = triage;
  const known = people.some(({ userId }) => userId === assignee?.userId) || assignee === null;
  const options = [{ userId: "", name: words.triage.nobody }, ...(known ? [] : [assignee]), ...people];
  return (
    <Choice
      label={words.triage.assignee}
      value={assignee?.userId ?? ""}
      options={options.map(({ userId, name }) => ({ value: userId, label: name }))}
      onChoose={(userId) =>
        void api.say(runId, { assignee: userId || null }).then(
          (after) => {
            changed(after);
            say(words.act.saved);
          },
          (error: Error) => say(error.message),
        )
      }
    />
  );
}

function Known({ runId, triage, changed }: Part) {
  const [marking, setMarking] = useState(false);
  const { known } = triage;
  const place = useRef<HTMLDivElement>(null);
  const said = useRef(false);
  // the button that was pressed is gone: whoever goes by keys goes on at the one in its place, once no dialog is over it
  useEffect(() => {
    if (!said.current || marking) return;
    place.current?.querySelector("button")?.focus();
    said.current = false;
  }, [known, marking]);
  const mark = async (body: KnownBody | null) => {
    const after = await api.say(runId, { known: body });
    said.current = true;
    changed(after);
  };
  return (
    <div class="known" ref={place}>
      {known !== null && (
        <p>
          <span class="badge warn">{words.triage.known}</span> {known.reason}{" "}
          <span class="faint">
            {known.until === null ? words.triage.untilItChanges : words.triage.until(day(known.until))}
          </span>
        </p>
      )}
      {mayChange() &&
        (known === null ? (
          <button type="button" class="button" onClick={() => setMarking(true)}>
            {words.triage.mark}
          </button>
        ) : (
          <Do work={() => mark(null)}>{words.triage.unmark}</Do>
        ))}
      {marking && (
        <KnownForm
          onClose={() => setMarking(false)}
          send={async (body) => {
            await mark(body);
            setMarking(false);
          }}
        />
      )}
    </div>
  );
}

function Entry({ entry: { kind, text, by, createdAt } }: { entry: Remark }) {
  return (
    <li>
      <span>
        <strong>{by ?? words.triage.somebody}</strong> {words.triage.did[kind](text ?? "")}{" "}
        <span class="faint">
          <When at={createdAt} />
        </span>
      </span>
      {(kind === "comment" || kind === "known") && <p class="text">{text}</p>}
    </li>
  );
}

function Comment({ runId, changed }: Omit<Part, "triage">) {
  const { given, acting, of } = useTexts({ comment: "" });
  return (
    <Form
      action={words.triage.add}
      acting={acting}
      fields={["comment"]}
      send={async () => {
        changed(await api.say(runId, { comment: given.comment }));
        of("comment").onInput({ currentTarget: { value: "" } });
      }}
    >
      <Field area rows={2} label={words.triage.comment} required maxLength={4000} {...of("comment")} />
    </Form>
  );
}
