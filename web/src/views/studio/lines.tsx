/** The test as it stands, what changed since the last deed, and what could not be said. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Line } from "../../channel/studio";
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Icon, type IconName } from "../parts/icon";
import { Notice, State } from "../parts/parts";
import { Candidates } from "./asked";

export function Lines({ studio }: { studio: Studio }) {
  const lines = studio.state.value?.lines ?? [];
  if (lines.length === 0)
    return (
      <State icon="edit" title={words.studio.none}>
        {words.studio.noneText}
      </State>
    );
  return (
    <>
      <Listed studio={studio} lines={lines} />
      {studio.ended.value === null && (
        <div class="studio-after">
          <button type="button" class="button small" onClick={() => studio.ask({ type: "undo" })}>
            <Icon name="again" />
            {words.studio.undo}
          </button>
        </div>
      )}
      {studio.ended.value === null && <Ahead studio={studio} />}
    </>
  );
}

/** What is on the page and not in the test is told, and made so by performing it anew; nothing is sent again unasked. */
function Ahead({ studio }: { studio: Studio }) {
  const resends = studio.resends.value;
  if (resends.length > 0)
    return (
      <Notice tone="warn">
        {words.studio.resends(resends.join(", "))}{" "}
        <button type="button" class="button small" onClick={() => studio.ask({ type: "anew", yes: true })}>
          {words.studio.resend}
        </button>
      </Notice>
    );
  if (!studio.state.value?.ahead) return null;
  return (
    <Notice tone="warn">
      {words.studio.ahead}{" "}
      <button type="button" class="button small" onClick={() => studio.ask({ type: "anew", yes: false })}>
        {words.studio.anew}
      </button>
    </Notice>
  );
}

/** In their order, which is changed by dragging one, or by its buttons. */
function Listed({ studio, lines }: { studio: Studio; lines: Line[] }) {
  const [dragged, setDragged] = useState<number | null>(null);
  const ended = studio.ended.value !== null;
  return (
    <ol class="studio-lines" aria-live="polite">
      {lines.map((line, at) => (
        <li
          key={line.number}
          draggable={!ended}
          class={dragged === line.number ? "dragged" : undefined}
          onDragStart={() => setDragged(line.number)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== null && dragged !== line.number) studio.ask({ type: "order", number: dragged, to: at });
            setDragged(null);
          }}
        >
          <Sentence studio={studio} line={line} at={at} of={lines.length} />
          {line.others.length > 0 && !ended && (
            <select
              class="input small"
              aria-label={words.studio.reword(line.sentence)}
              value=""
              onChange={(event) =>
                studio.ask({ type: "reword", number: line.number, other: Number(event.currentTarget.value) })
              }
            >
              <option value="" disabled>
                {words.studio.ways(line.others.length + 1)}
              </option>
              {line.others.map((other, nth) => (
                <option key={other} value={`${nth}`}>
                  {other}
                </option>
              ))}
            </select>
          )}
        </li>
      ))}
    </ol>
  );
}

type Shown = { studio: Studio; line: Line; at: number; of: number };

function Sentence({ studio, line, at, of }: Shown) {
  const [editing, setEditing] = useState(false);
  useEffect(() => setEditing(false), [line.sentence]); // it was taken
  const move = (to: number) => studio.ask({ type: "order", number: line.number, to });
  if (editing && studio.ended.value === null)
    return <Written studio={studio} line={line} onLeave={() => setEditing(false)} />;
  return (
    <div class="studio-line">
      <span class="mono">{line.sentence}</span>
      {studio.ended.value === null && (
        <span class="studio-line-acts">
          <Act icon="edit" label={words.studio.edit(line.sentence)} act={() => setEditing(true)} />
          {at > 0 && (
            <Act icon="chevron" turn="up" label={words.studio.earlier(line.sentence)} act={() => move(at - 1)} />
          )}
          {at < of - 1 && (
            <Act icon="chevron" turn="down" label={words.studio.later(line.sentence)} act={() => move(at + 1)} />
          )}
          <Act
            icon="cross"
            label={words.studio.drop(line.sentence)}
            act={() => studio.ask({ type: "drop", number: line.number })}
          />
        </span>
      )}
    </div>
  );
}

type Acting = { icon: IconName; turn?: "up" | "down"; label: string; act: () => void };

function Act({ icon, turn, label, act }: Acting) {
  return (
    <button type="button" class="button quiet small square" aria-label={label} title={label} onClick={act}>
      <span class={turn && `turned ${turn}`}>
        <Icon name={icon} />
      </span>
    </button>
  );
}

/** A sentence that is written anew in its place. */
function Written({ studio, line, onLeave }: { studio: Studio; line: Line; onLeave: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(line.sentence);
  useEffect(() => field.current?.focus(), []);
  const take = () => {
    if (text.trim() === line.sentence) onLeave();
    else if (text.trim() !== "") studio.ask({ type: "edit", number: line.number, text: text.trim() });
  };
  return (
    <form
      class="studio-written"
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <textarea
        ref={field}
        class="input mono"
        rows={2}
        maxLength={4000}
        spellcheck={false}
        aria-label={words.studio.edited}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onLeave();
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            take();
          }
        }}
      />
      <div class="form-row">
        <button type="submit" class="button small primary">
          {words.studio.take}
        </button>
        <button type="button" class="button small quiet" onClick={onLeave}>
          {words.studio.leave}
        </button>
      </div>
    </form>
  );
}

/** What follows in a test that is gone on with. */
export function Left({ studio }: { studio: Studio }) {
  const left = studio.state.value?.left ?? [];
  if (left.length === 0) return null;
  return (
    <section class="studio-left" aria-label={words.studio.left}>
      <h2>{words.studio.left}</h2>
      <ul class="studio-lines">
        {left.map((line, at) => (
          <li key={line.number}>
            <Sentence studio={studio} line={line} at={at} of={left.length} />
          </li>
        ))}
      </ul>
      {studio.ended.value === null && (
        <div class="studio-after">
          <button type="button" class="button small" onClick={() => studio.ask({ type: "next" })}>
            <Icon name="play" />
            {words.studio.next}
          </button>
        </div>
      )}
    </section>
  );
}

export function Proposed({ studio }: { studio: Studio }) {
  const proposed = studio.proposed.value;
  const last = studio.state.value?.lines.at(-1)?.number;
  const lines = studio.state.value?.lines ?? [];
  const left = (proposed?.checks ?? []).filter((check) => lines.every((line) => line.sentence !== check));
  const current = lines.findLast((line) => !line.checks)?.number ?? last;
  if (proposed === null || proposed.after !== current || left.length === 0) return null;
  return (
    <fieldset class="studio-choices" aria-label={words.studio.proposed}>
      <p class="faint">{words.studio.proposed}</p>
      {left.map((check) => (
        <button
          key={check}
          type="button"
          class="button small"
          onClick={() => studio.ask({ type: "keep", text: check })}
        >
          <Icon name="plus" />
          {check}
        </button>
      ))}
    </fieldset>
  );
}

export function Told({ studio }: { studio: Studio }) {
  const unsaid = studio.unsaid.value;
  return (
    <div aria-live="polite" class="studio-told">
      {studio.trouble.value !== "" && <Notice tone="failed">{studio.trouble.value}</Notice>}
      {studio.done.value?.worked === false && <Notice tone="failed">{studio.done.value.says}</Notice>}
      {unsaid && <Notice tone="warn">{unsaid.says}</Notice>}
      {unsaid && unsaid.candidates.length > 0 && (
        <Candidates
          studio={studio}
          picture={studio.before.value}
          candidates={unsaid.candidates}
          take={(sentence) => {
            studio.unsaid.value = null;
            studio.ask({ type: "keep", text: sentence });
          }}
        />
      )}
      {studio.hidden.value !== null && (
        <Notice tone="warn">
          {studio.hidden.value === 0
            ? words.studio.secretNone
            : `${words.studio.secret(studio.hidden.value)} ${words.studio.secretHint}`}
        </Notice>
      )}
    </div>
  );
}
