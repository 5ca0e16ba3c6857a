/** What went wrong, before anything else: expected, seen, the picture, and the same step when it last passed. */
import { api, type RunDetail } from "../../channel/api";
import { ago } from "../../model/format";
import { type Frame, frameOf, readFrames, readSteps, type Step } from "../../model/run";
import { words } from "../../words";
import { now } from "../parts/clock";
import { useLoaded } from "../parts/loaded";

const LOOKED_THROUGH = 200;

export function FailureCard({ run, step, frames }: { run: RunDetail; step: Step; frames: Frame[] }) {
  const frame = frameOf(step, frames);
  const before = useLoaded(run.id, () => lastPass(run, step));
  const { failure } = step;
  const pass = before.value?.found ?? null;
  return (
    <section class="card failure" aria-label={words.run.failure}>
      <div class="told">
        <h2>
          {words.run.stepFailed(step.index + 1)} {step.sentence}
        </h2>
        {!(failure?.expected && failure.seen) && step.error && <p>{step.error}</p>}
        <dl>
          {failure?.expected && (
            <div>
              <dt>{words.run.expected}</dt>
              <dd class="value expected">{failure.expected}</dd>
            </div>
          )}
          {failure?.seen && (
            <div>
              <dt>{words.run.seen}</dt>
              <dd class="value seen">{failure.seen}</dd>
            </div>
          )}
          {failure && failure.instead.length > 0 && <Several title={words.run.instead} items={failure.instead} />}
          {failure && failure.candidates.length > 0 && (
            <Several title={words.run.candidates} items={failure.candidates} />
          )}
          {step.url && (
            <div>
              <dt>{words.run.page}</dt>
              <dd>
                <a href={step.url} target="_blank" rel="noreferrer">
                  {step.url}
                </a>
              </dd>
            </div>
          )}
        </dl>
      </div>
      {frame && (
        <div class={pass ? "pictures two" : "pictures"}>
          <figure>
            <a href={frame.url} target="_blank" rel="noreferrer">
              <img src={frame.url} alt={words.run.pictureOf(step.sentence)} />
            </a>
            <figcaption>{words.run.thisRun}</figcaption>
          </figure>
          {pass && (
            <figure>
              <a href={`/runs/${pass.run.id}?step=${step.index + 1}`}>
                <img src={pass.frame.url} alt={words.run.pictureOfPass(step.sentence)} />
              </a>
              <figcaption>{words.run.lastPass(ago(pass.run.createdAt, now.value))}</figcaption>
            </figure>
          )}
        </div>
      )}
    </section>
  );
}

function Several({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <ul class="plain">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

type Pass = { found: { run: RunDetail; frame: Frame } | null };

/** The newest earlier run of the same test that passed, and its picture of this step. */
async function lastPass(run: RunDetail, step: Step): Promise<Pass> {
  const runs = await api.projectRuns(run.projectId, LOOKED_THROUGH);
  const same = runs.find(
    (each) =>
      each.overallStatus === "passed" &&
      each.createdAt < run.createdAt &&
      (run.procedureId === null ? each.instruction === run.instruction : each.procedureId === run.procedureId),
  );
  if (!same) return { found: null };
  const passed = await api.run(same.id);
  const steps = readSteps(passed);
  const match = steps.find((each) => each.index === step.index && each.sentence === step.sentence);
  const frame = match ? frameOf(match, readFrames(passed, steps)) : null;
  return { found: frame && { run: passed, frame } };
}
