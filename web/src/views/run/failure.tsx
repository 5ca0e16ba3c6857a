/** What went wrong, before anything else: expected, seen, what to do, and the way to when it last passed. */
import type { ComponentChildren } from "preact";
import { ago } from "../../model/format";
import type { Step } from "../../model/run";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { now } from "../parts/clock";
import { useQuery } from "../parts/query";
import { type Accepting, AcceptPicture } from "./accepting";
import { Candidates, type Take } from "./candidates";
import { type LastPass, pictureThen } from "./last_pass";
import "./failure.css";

type Shown = {
  step: Step;
  before: LastPass | null;
  take: Take;
  /** What was seen is what is right: the test says so, and runs again. */
  mend: { seen: string; work: () => Promise<void> } | null;
  accepting: Accepting;
};

export function FailureCard({ step, before, take, mend, accepting }: Shown) {
  const { href } = useQuery();
  const { failure, failureClass } = step;
  const instead = failure?.instead ?? [];
  const candidates = failure?.candidates ?? [];
  const listed = failure?.seen || instead.length + candidates.length > 0;
  return (
    <section class="card failure" aria-label={words.run.failure}>
      <h2>
        {words.run.stepFailed(step.index + 1)} {step.sentence}
      </h2>
      {!listed && step.error && <p>{step.error}</p>}
      <AcceptPicture accepting={accepting} stepIndex={step.index} />
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
            <Candidates failure={failure} take={take} />
          </Fact>
        )}
        {failure?.advice && (
          <Fact title={words.run.advice}>
            {failure.advice}
            {mend && (
              <div class="form-row">
                <Do kind="small" icon="again" work={mend.work}>
                  {words.run.writeSeen(mend.seen)}
                </Do>
              </div>
            )}
          </Fact>
        )}
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
        {before?.run && (
          <Fact title={words.run.lastPass(ago(before.run.createdAt, now.value))}>
            <div class="form-row">
              {pictureThen(before, step) && (
                <a href={href({ view: "before", picture: null, step: `${step.index + 1}` })}>{words.run.compareThen}</a>
              )}
              <a href={`/runs/${before.run.id}?step=${step.index + 1}`}>{words.run.toLastPass}</a>
            </div>
          </Fact>
        )}
      </dl>
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
