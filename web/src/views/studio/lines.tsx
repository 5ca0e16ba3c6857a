/** The test as it stands, what changed since the last deed, and what could not be said. */
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Icon } from "../parts/icon";
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
      <ol class="studio-lines" aria-live="polite">
        {lines.map((line) => (
          <li key={line.number}>
            <Sentence studio={studio} line={line} />
            {line.others.length > 0 && studio.ended.value === null && (
              <select
                class="input small"
                aria-label={words.studio.reword(line.sentence)}
                value=""
                onChange={(event) =>
                  studio.ask({ type: "reword", number: line.number, other: Number(event.currentTarget.value) })
                }
              >
                <option value="" disabled>
                  {line.others.length + 1} ways to say it
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
      {studio.ended.value === null && (
        <div class="studio-after">
          <button type="button" class="button small" onClick={() => studio.ask({ type: "undo" })}>
            <Icon name="again" />
            {words.studio.undo}
          </button>
        </div>
      )}
    </>
  );
}

function Sentence({ studio, line }: { studio: Studio; line: { number: number; sentence: string } }) {
  return (
    <div class="studio-line">
      <span class="mono">{line.sentence}</span>
      {studio.ended.value === null && (
        <button
          type="button"
          class="button quiet small square push"
          aria-label={words.studio.drop(line.sentence)}
          onClick={() => studio.ask({ type: "drop", number: line.number })}
        >
          <Icon name="cross" />
        </button>
      )}
    </div>
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
        {left.map((line) => (
          <li key={line.number}>
            <Sentence studio={studio} line={line} />
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
