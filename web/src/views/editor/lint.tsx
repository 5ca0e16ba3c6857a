/** What stands beside the words of a test: how they are understood and what is wrong with them, or tests to begin with. */
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Notice } from "../parts/parts";
import type { Sample } from "./editor";
import { Understood } from "./understood";
import { useModel } from "./use_model";
import type { Written } from "./use_plan";

const EXAMPLES: Sample[] = words.editor.examples.map((description) => ({
  name: description,
  description,
  expectation: "pass",
}));

/** `samples`: tests of the site to begin with; null: something is written. */
export function Lint({
  written,
  samples,
  onSample,
}: {
  written: Written;
  samples: Sample[] | null;
  onSample: (sample: Sample) => void;
}) {
  const { understanding, offers } = written;
  const model = useModel();
  if (samples !== null) return <ToBegin samples={samples} onSample={onSample} />;
  const { plan, problem } = understanding;
  if (plan === null)
    return problem === null ? <p class="soft">{words.editor.reading}</p> : <Trouble text={problem.message} />;
  const unclear = plan.ambiguities.length;
  return (
    <>
      <div class="reading-head">
        <span class="label">{words.editor.understood}</span>
        {plan.gaps.length > 0 && <span class="badge warn">{words.editor.gaps(plan.gaps.length)}</span>}
        {unclear > 0 && <span class="badge warn">{words.editor.unclear(unclear)}</span>}
        {plan.gaps.length + unclear === 0 && (
          <span class="badge passed">
            <Icon name="check" />
            {words.editor.whole}
          </span>
        )}
        {plan.gaps.length > 0 && model !== null && mayChange() && (
          <Do kind="small" icon="text" work={written.askModel}>
            {words.editor.askModel}
          </Do>
        )}
        {written.used.tokens > 0 && (
          <span class="badge">{words.editor.asked(written.used.tokens, written.used.cents)}</span>
        )}
        {plan.unseen.length > 0 && <span class="badge">{words.editor.unseenCount(plan.unseen.length)}</span>}
      </div>
      {problem !== null && <Trouble text={problem.message} />}
      <Understood
        plan={plan}
        description={understanding.of}
        offers={offers}
        onMend={written.mend}
        projectId={written.projectId}
      />
    </>
  );
}

function ToBegin({ samples, onSample }: { samples: Sample[]; onSample: (sample: Sample) => void }) {
  const shown = samples.length > 0 ? samples : EXAMPLES;
  return (
    <>
      <p class="label">{words.editor.emptyTitle}</p>
      <p class="soft">{samples.length > 0 ? words.first.samples : words.editor.emptyText}</p>
      <ul class="samples">
        {shown.map((sample) => (
          <li key={sample.name}>
            <Icon name="chevron" />
            <div class="nearest">
              <button type="button" onClick={() => onSample(sample)}>
                {sample.name}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Trouble({ text }: { text: string }) {
  return (
    <div class="soft">
      <Notice tone="failed">{text}</Notice>
    </div>
  );
}
