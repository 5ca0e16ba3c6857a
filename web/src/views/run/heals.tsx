/** Elements that took the place of saved ones in this replay, and a person's yes or no to each. */
import { api, type Heal, type RunDetail } from "../../channel/api";
import { type Frame, frameOf, type Step } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do, say } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { useQuery } from "../parts/query";
import { Compare } from "./compare";
import { type LastPass, pictureThen } from "./last_pass";
import "./heals.css";

export function Heals({
  run,
  steps,
  frames,
  before,
}: {
  run: RunDetail;
  steps: Step[];
  frames: Frame[];
  before: LastPass | null;
}) {
  const healed = steps.filter((step) => step.found?.healed);
  const procedureId = healed.length > 0 ? run.procedureId : null;
  const loaded = useLoaded(`${procedureId}`, async () => (procedureId === null ? [] : api.heals(procedureId)));
  const { href } = useQuery();
  const heals = (loaded.value ?? []).filter((heal) =>
    healed.some(
      (step) => step.index === heal.stepIndex && (heal.runId === run.id || heal.now === step.found?.known?.locator),
    ),
  );
  if (heals.length === 0) return null;
  const answer = async (heal: Heal, yes: boolean) => {
    const answered = await api.answerHeal(heal.id, yes ? "accept" : "reject");
    loaded.replace((loaded.value ?? []).map((each) => (each.id === answered.id ? answered : each)));
    say(words.heal.state[answered.state]);
  };
  return (
    <section class="card heals" aria-label={words.heal.title}>
      <div class="card-head">
        <Icon name="alert" />
        <h2>{words.heal.count(heals.length)}</h2>
        <span class="faint">{words.heal.text}</span>
      </div>
      <ul>
        {heals.map((heal) => (
          <li key={heal.id}>
            <div>
              <a href={href({ step: `${heal.stepIndex + 1}`, picture: null })}>
                {words.run.stepNumber(heal.stepIndex + 1)}
              </a>{" "}
              {heal.sentence} {heal.by === "model" && <span class="badge warn">{words.heal.byModel}</span>}
              <dl>
                <dt>{words.heal.was}</dt>
                <dd class="was">{inWords(steps, heal, "was")}</dd>
                <dt>{words.heal.now}</dt>
                <dd>{inWords(steps, heal, "known")}</dd>
              </dl>
              <Pictures step={steps.find((step) => step.index === heal.stepIndex)} frames={frames} before={before} />
            </div>
            <div class="form-row">
              {heal.state !== "waiting" || !mayChange() ? (
                <span class={`badge ${BADGE[heal.state]}`}>{words.heal.state[heal.state]}</span>
              ) : (
                <>
                  <Do kind="small" icon="check" work={() => answer(heal, true)}>
                    {words.heal.accept}
                  </Do>
                  <Do kind="small" icon="cross" work={() => answer(heal, false)}>
                    {words.heal.reject}
                  </Do>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page when the test last passed, beside the page now. */
function Pictures({ step, frames, before }: { step: Step | undefined; frames: Frame[]; before: LastPass | null }) {
  if (step === undefined) return null;
  const frame = frameOf(step, frames);
  const then = before?.run ? pictureThen(before, step) : null;
  if (frame === null || then === null) return null;
  return (
    <details class="words">
      <summary>{words.heal.pictures}</summary>
      <Compare
        first="side"
        of={{
          before: { url: then.url, name: words.heal.was },
          after: { url: frame.url, name: words.heal.now },
          about: step.sentence,
        }}
      />
    </details>
  );
}

/** What a place of a heal is to people; the locator itself where the run did not keep what it looked like. */
function inWords(steps: Step[], heal: Heal, which: "was" | "known"): string {
  const locator = which === "was" ? heal.was : heal.now;
  const step = steps.find((each) => each.index === heal.stepIndex);
  const swaps = [step?.found, ...(step?.details.heals ?? [])];
  const known = swaps.map((swap) => swap?.[which]).find((place) => place?.locator === locator);
  return known ? words.heal.place(known.fingerprint ?? {}) || locator : locator;
}

const BADGE: Record<Heal["state"], string> = { waiting: "warn", accepted: "passed", rejected: "failed" };
