/** Elements that took the place of saved ones in this replay, and a person's yes or no to each. */
import { api, type Heal, type RunDetail } from "../../channel/api";
import type { Step } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do, say } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { useQuery } from "../parts/query";
import "./heals.css";

export function Heals({ run, steps }: { run: RunDetail; steps: Step[] }) {
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
              {heal.sentence}
              <dl>
                <dt>{words.heal.was}</dt>
                <dd class="mono was">{heal.was}</dd>
                <dt>{words.heal.now}</dt>
                <dd class="mono">{heal.now}</dd>
              </dl>
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

const BADGE: Record<Heal["state"], string> = { waiting: "warn", accepted: "passed", rejected: "failed" };
