/** How a description is understood: each sentence's verb, target and value, and each clause that is not. */
import type { Ambiguity, Offer, Plan } from "../../channel/api";
import { type Line, lines } from "../../model/plan";
import { mayChange } from "../../model/session";
import { nearestOf, type Spot, spotOfAmbiguity, spotOfGap } from "../../model/spots";
import { words } from "../../words";
import { Icon } from "../parts/icon";
import type { Offers } from "./use_plan";

type Mend = (spot: Spot, insert: string) => void;

export function Understood({
  plan,
  description,
  offers,
  onMend,
  projectId,
}: {
  plan: Plan;
  description: string;
  offers: Offers;
  onMend: Mend;
  projectId: string;
}) {
  let nth = 0;
  return (
    <>
      <ol>
        {lines(plan, description).map((line, index) => (
          <Row
            key={index}
            line={line}
            nth={line.kind === "read" ? ++nth : 0}
            of={description}
            offers={offers}
            onMend={onMend}
            projectId={projectId}
          />
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

function Row({
  line,
  nth,
  of,
  offers,
  onMend,
  projectId,
}: {
  line: Line;
  nth: number;
  of: string;
  offers: Offers;
  onMend: Mend;
  projectId: string;
}) {
  if (line.kind === "read")
    return (
      <li>
        <span class="nth numeric">{nth}</span>
        <div style={{ marginLeft: `${line.reading.depth * 18}px` }}>
          <div class="reads-as">{line.reading.readsAs}</div>
          {line.reading.unseen && <div class="faint unseen">{words.editor.unseen}</div>}
        </div>
      </li>
    );
  if (line.kind === "unclear") return <Unclear ambiguity={line.ambiguity} of={of} onMend={onMend} />;
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
        <Instead spot={spotOfGap(gap, of)} forms={nearest} onMend={onMend} />
        {gap.needs === "account" && mayChange() && (
          <a href={`/projects/${projectId}?tab=data&account=`}>{words.editor.addAccount}</a>
        )}
        <Offered offer={offers.get(gap.text)} />
      </div>
    </li>
  );
}

/** Where the model's words come from, or why it has none. */
function Offered({ offer }: { offer: Offer | undefined }) {
  if (offer === undefined) return null;
  const { instead, page, reason } = offer;
  return <div class="faint offered">{instead === "" ? reason : words.editor.offered(page)}</div>;
}

function Unclear({ ambiguity, of, onMend }: { ambiguity: Ambiguity; of: string; onMend: Mend }) {
  const forms = ambiguity.candidates.map((each) => each.sentence || each.words);
  return (
    <li class="gap">
      <Icon name="alert" />
      <div>
        <div class="soft">{words.editor.several(ambiguity.target)}</div>
        <Instead spot={spotOfAmbiguity(ambiguity, of)} forms={forms} onMend={onMend} />
      </div>
    </li>
  );
}

/** What may stand there: to be taken where its place in the words is known, else to be read. */
function Instead({ spot, forms, onMend }: { spot: Spot | null; forms: string[]; onMend: Mend }) {
  return (
    <div class="nearest">
      {forms.map((form) => {
        const fix = spot?.fixes.find(({ says }) => says === form);
        return spot && fix ? (
          <button key={form} type="button" onClick={() => onMend(spot, fix.insert)}>
            {form}
          </button>
        ) : (
          <code key={form}>{form}</code>
        );
      })}
    </div>
  );
}
