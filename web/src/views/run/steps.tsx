/** The steps of a run, each with its result and what there is to say about it. */
import { useEffect, useRef } from "preact/hooks";
import type { RunDetail } from "../../channel/api";
import { duration } from "../../model/format";
import { readReport } from "../../model/report";
import { type Step, TERMINAL } from "../../model/run";
import { words } from "../../words";
import { Icon, type IconName } from "../parts/icon";
import { Notice, State } from "../parts/parts";
import { useQuery } from "../parts/query";

const ICON: Record<Step["result"], IconName> = {
  passed: "check",
  failed: "cross",
  skipped: "dash",
  running: "spinner",
};

export function Steps({ run, steps, chosen }: { run: RunDetail; steps: Step[]; chosen: Step | null }) {
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
  const gaps = readReport(run.reportMarkdown).gaps;
  return (
    <section class="card steps" aria-label={words.run.steps}>
      <div class="card-head">
        <h2>{words.run.steps}</h2>
        <span class="faint push keys">{words.run.keys}</span>
      </div>
      {gaps.length > 0 && (
        <div class="gaps">
          {gaps.map((gap) => (
            <Notice key={gap.text} tone="warn">
              <strong>{words.run.gap(gap.text)}</strong> {gap.reason}
              {gap.nearest.length > 0 && (
                <div>
                  {words.editor.nearest} {gap.nearest.join(" · ")}
                </div>
              )}
            </Notice>
          ))}
        </div>
      )}
      {steps.length === 0 ? (
        <State icon={live ? "clock" : "dash"} title={live ? words.run.noStepsYet : words.run.noSteps} />
      ) : (
        <ol ref={list} style={{ position: "relative" }}>
          {steps.map((step) => (
            <li key={step.index}>
              <Row step={step} chosen={step.index === index} />
            </li>
          ))}
        </ol>
      )}
    </section>
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
      {step.error && step.result === "failed" && <span class="under wrong">{step.error}</span>}
      {(step.refused || healed || !step.proven || step.note) && (
        <span class="under">
          {step.refused && <span class="badge passed">{words.run.refused}</span>}{" "}
          {healed && <span class="badge warn">{words.run.healed}</span>}{" "}
          {!step.proven && <span class="badge warn">{words.run.judged}</span>} {step.note}
        </span>
      )}
    </a>
  );
}
