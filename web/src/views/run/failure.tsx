/** What went wrong, before anything else: expected, seen, the picture, and the same step when it last passed. */
import type { ComponentChildren } from "preact";
import { ago } from "../../model/format";
import { type Frame, frameOf, type Step } from "../../model/run";
import { words } from "../../words";
import { now } from "../parts/clock";
import { Candidates, Marks } from "./candidates";
import { Compare } from "./compare";
import { type LastPass, pictureThen } from "./last_pass";
import "./failure.css";

export function FailureCard({ step, frames, before }: { step: Step; frames: Frame[]; before: LastPass | null }) {
  const frame = frameOf(step, frames);
  const { failure, failureClass } = step;
  const instead = failure?.instead ?? [];
  const candidates = failure?.candidates ?? [];
  const listed = failure?.seen || instead.length + candidates.length > 0;
  return (
    <section class="card failure" aria-label={words.run.failure}>
      <div class="told">
        <h2>
          {words.run.stepFailed(step.index + 1)} {step.sentence}
        </h2>
        {!listed && step.error && <p>{step.error}</p>}
        <dl>
          {failure?.expected && (
            <Fact title={words.run.expected} kind="value expected">
              {failure.expected}
            </Fact>
          )}
          {failure?.seen && (
            <Fact title={words.run.seen} kind="value seen">
              {failure.seen}
            </Fact>
          )}
          {instead.length > 0 && (
            <Fact title={words.run.instead}>
              <ul class="plain">
                {instead.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </Fact>
          )}
          {failure && candidates.length > 0 && (
            <Fact title={words.run.candidates}>
              <Candidates failure={failure} />
            </Fact>
          )}
          {failure?.advice && <Fact title={words.run.advice}>{failure.advice}</Fact>}
          {failureClass && (
            <Fact title={words.run.kind}>
              <strong>{words.failureClass[failureClass.kind]}</strong>
              {failureClass.reason !== step.error && <div class="soft">{failureClass.reason}</div>}
            </Fact>
          )}
          {step.url && (
            <Fact title={words.run.page}>
              <a href={step.url} target="_blank" rel="noreferrer">
                {step.url}
              </a>
            </Fact>
          )}
        </dl>
      </div>
      {frame && <Pictures step={step} frame={frame} before={before} />}
    </section>
  );
}

function Fact({ title, kind, children }: { title: string; kind?: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd class={kind}>{children}</dd>
    </div>
  );
}

function Pictures({ step, frame, before }: { step: Step; frame: Frame; before: LastPass | null }) {
  const then = before?.run ? pictureThen(before, step) : null;
  const marks = frame.kind === "failure" && (step.failure?.candidates ?? []).length > 0;
  if (then !== null && before?.run && !marks)
    return (
      <div class="pictures">
        <Compare
          first="side"
          of={{
            before: { url: then.url, name: words.run.lastPass(ago(before.run.createdAt, now.value)) },
            after: { url: frame.url, name: words.run.thisRun },
            about: step.sentence,
          }}
        />
        <a href={`/runs/${before.run.id}?step=${step.index + 1}`}>{words.run.toLastPass}</a>
      </div>
    );
  return (
    <figure class="pictures">
      <a class="marked" href={frame.url} target="_blank" rel="noreferrer">
        <img src={frame.url} alt={words.run.pictureOf(step.sentence)} />
        {marks && step.failure && <Marks failure={step.failure} />}
      </a>
    </figure>
  );
}
