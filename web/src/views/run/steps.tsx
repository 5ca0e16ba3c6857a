/** The steps of a run, each with its result and what there is to say about it. */
import { useEffect, useRef } from "preact/hooks";
import type { RunDetail } from "../../channel/api";
import { duration } from "../../model/format";
import { letters } from "../../model/keys";
import { sameWords } from "../../model/plan";
import { readReport } from "../../model/report";
import { inOrder, type PlacedGap, placedGaps, withForm } from "../../model/rewrite";
import { type Step, TERMINAL } from "../../model/run";
import { nearestOf } from "../../model/spots";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Icon, type IconName } from "../parts/icon";
import { State } from "../parts/parts";
import { useQuery } from "../parts/query";
import type { Again } from "./use_again";
import { usePlanned } from "./use_planned";

const ICON: Record<Step["result"], IconName> = {
  passed: "check",
  failed: "cross",
  skipped: "dash",
  running: "spinner",
};

export function Steps({
  run,
  steps,
  chosen,
  again,
}: {
  run: RunDetail;
  steps: Step[];
  chosen: Step | null;
  again: Again;
}) {
  const planned = usePlanned(run).slice(steps.length);
  const list = useRef<HTMLOListElement>(null);
  const live = !TERMINAL.has(run.status);
  const index = chosen?.index;
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>("[aria-current]");
    const box = list.current;
    if (!item || !box) return;
    if (item.offsetTop < box.scrollTop || item.offsetTop + item.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = item.offsetTop - box.clientHeight / 2;
  }, [index]);
  const gaps = placedGaps(run.instruction, readReport(run.reportMarkdown).gaps);
  return (
    <section class="card steps" aria-label={words.run.steps}>
      <div class="card-head">
        <h2>{words.run.steps}</h2>
        {letters.value && <span class="faint push keys">{words.run.keys}</span>}
      </div>
      {steps.length + gaps.length + planned.length === 0 ? (
        <State icon={live ? "clock" : "dash"} title={live ? words.run.noStepsYet : words.run.noSteps} />
      ) : (
        <ol ref={list} style={{ position: "relative" }}>
          {inOrder(run.instruction, steps, gaps).map((row, nth) =>
            "step" in row ? (
              <li key={row.step.index}>
                <Row step={row.step} chosen={row.step.index === index} />
              </li>
            ) : (
              <Gap key={`gap ${nth}`} placed={row} words={run.instruction} again={again} />
            ),
          )}
          {planned.map((step, nth) => (
            <li key={steps.length + nth} class="step planned">
              <Icon name="clock" />
              <span class="sentence">
                <span class="hidden-text">{words.result.planned}: </span>
                {step.sentence}
              </span>
              {step.unseen && <span class="under">{words.editor.unseen}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A clause that no step covers, where it stands in the test, with what may be written instead. */
function Gap({ placed, words: instruction, again }: { placed: PlacedGap; words: string; again: Again }) {
  const { gap } = placed;
  const { withWords } = again;
  return (
    <li class="gap">
      <Icon name="alert" />
      <div>
        <strong>{words.run.gap(gap.text)}</strong> {gap.reason}
        {gap.nearest.length > 0 && (
          <>
            <div class="soft">{words.editor.nearest}</div>
            <ul class="candidates">
              {nearestOf(gap).map((form) => {
                const whole = withForm(instruction, placed, form);
                return (
                  <li key={form}>
                    <span>{form}</span>
                    {withWords !== null && whole !== null && (
                      <Do kind="small" icon="again" label={words.run.useWords(form)} work={() => withWords(whole)}>
                        {words.run.use}
                      </Do>
                    )}
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </li>
  );
}

function Row({ step, chosen }: { step: Step; chosen: boolean }) {
  const { href } = useQuery();
  const healed = step.found?.healed ?? false;
  return (
    <a
      class={`step ${step.result}`}
      href={href({ step: `${step.index + 1}`, picture: null })}
      aria-current={chosen ? "step" : undefined}
    >
      <Icon name={ICON[step.result]} spin={step.result === "running"} />
      <span class="sentence">
        <span class="hidden-text">{words.result[step.result]}: </span>
        {step.sentence}
      </span>
      <span class="took numeric">
        {step.result === "passed" || step.result === "failed" ? duration(step.durationMs) : ""}
      </span>
      {step.readsAs && !sameWords(step.readsAs, step.sentence) && <span class="under reads-as">{step.readsAs}</span>}
      {step.error && step.result === "failed" && (
        <span class="under wrong">
          {step.failure?.candidates?.length ? words.run.severalFitHere(step.target ?? "") : step.error}
        </span>
      )}
      {(step.refused || !step.proven || step.note) && (
        <span class={healed ? "under healed" : "under"}>
          {step.refused && <span class="badge passed">{words.run.refused}</span>}{" "}
          {!step.proven && <span class="badge warn">{words.run.judged}</span>} {step.note}
        </span>
      )}
    </a>
  );
}
