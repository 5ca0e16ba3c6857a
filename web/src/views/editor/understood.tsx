/** How a description is understood: each sentence's verb, target and value, and each clause that is not. */
import type { Ambiguity, Plan } from "../../channel/api";
import { type Line, lines, nearestOf, type Reading } from "../../model/plan";
import { words } from "../../words";
import { Icon } from "../parts/icon";

type Replace = (clause: string, form: string) => void;

export function Understood({ plan, description, onReplace }: { plan: Plan; description: string; onReplace?: Replace }) {
  let nth = 0;
  return (
    <>
      <ol>
        {lines(plan, description).map((line, index) => (
          <Row key={index} line={line} nth={line.kind === "read" ? ++nth : 0} onReplace={onReplace} />
        ))}
      </ol>
      {plan.notes.map((note) => (
        <p key={note} class="notes">
          {note}
        </p>
      ))}
    </>
  );
}

function Row({ line, nth, onReplace }: { line: Line; nth: number; onReplace?: Replace }) {
  if (line.kind === "read")
    return (
      <li>
        <span class="nth numeric">{nth}</span>
        <div style={{ marginLeft: `${line.reading.depth * 18}px` }}>
          <ReadingWords reading={line.reading} />
        </div>
      </li>
    );
  if (line.kind === "unclear") return <Unclear ambiguity={line.ambiguity} onReplace={onReplace} />;
  const { gap } = line;
  const nearest = nearestOf(gap);
  return (
    <li class="gap">
      <Icon name="alert" />
      <div>
        <strong>{gap.text}</strong>
        <div class="soft">
          {gap.reason} {nearest.length > 0 && words.editor.nearest}
        </div>
        <Instead of={gap.text} forms={nearest} onReplace={onReplace} />
      </div>
    </li>
  );
}

function Unclear({ ambiguity, onReplace }: { ambiguity: Ambiguity; onReplace?: Replace }) {
  const { sentence, target, candidates } = ambiguity;
  return (
    <li class="gap">
      <Icon name="alert" />
      <div>
        <div class="soft">{words.editor.several(target)}</div>
        <Instead of={sentence} forms={candidates.map((each) => each.sentence)} onReplace={onReplace} />
      </div>
    </li>
  );
}

function Instead({ of, forms, onReplace }: { of: string; forms: string[]; onReplace?: Replace }) {
  return (
    <div class="nearest">
      {forms.map((form) =>
        onReplace ? (
          <button key={form} type="button" onClick={() => onReplace(of, form)}>
            {form}
          </button>
        ) : (
          <code key={form}>{form}</code>
        ),
      )}
    </div>
  );
}

export function ReadingWords({ reading }: { reading: Reading }) {
  return (
    <span class="reading-words">
      <span class="verb">{reading.verb}</span>
      {reading.target && <span class="target">{reading.target}</span>}
      {reading.value && <span class="value">{reading.value}</span>}
    </span>
  );
}
