/** Where a test is written in plain English and started, with what is understood beside it. */

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Environment, type Expectation, type Project } from "../../channel/api";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { Choice, Notice } from "../parts/parts";
import { Understood } from "./understood";
import { type Understanding, usePlan } from "./use_plan";
import "./editor.css";

const LONGEST = 4000;

/** `from`: the id of a run whose words are to be edited. What is written is kept for this tab until it is started. */
export function Editor({ project, from }: { project: Project; from: string | null }) {
  const { route } = useLocation();
  const drawer = `qa-appliance.draft.${project.id}`;
  const [description, setDescription] = useState(sessionStorage.getItem(drawer) ?? "");
  const [expectation, setExpectation] = useState<Expectation>("pass");
  const [environmentId, setEnvironmentId] = useState("");
  const environments = useLoaded(project.id, () => api.environments(project.id));
  const understanding = usePlan(project.id, description);
  const acting = useActing();

  useEffect(() => sessionStorage.setItem(drawer, description), [drawer, description]);
  useEffect(() => {
    if (from === null) return;
    api.run(from).then(
      (run) => {
        setDescription(run.instruction);
        setExpectation(run.userExpectation ?? "pass");
      },
      () => undefined,
    );
  }, [from]);

  const start = () =>
    acting.act(async () => {
      const { runId } = await api.trigger({
        projectId: project.id,
        description,
        userExpectation: expectation,
        ...(environmentId === "" ? {} : { environmentId }),
      });
      sessionStorage.removeItem(drawer);
      route(`/runs/${runId}`);
    });

  return (
    <section class="card editor">
      <form
        class="write"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <label class="label" for="description">
          {words.editor.title}
        </label>
        <textarea
          id="description"
          class="input"
          maxLength={LONGEST}
          spellcheck={false}
          placeholder={words.editor.placeholder}
          value={description}
          onInput={(event) => setDescription(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void start();
            }
          }}
        />
        <div class="options">
          <Choice
            label={words.editor.expectation}
            value={expectation}
            onChoose={setExpectation}
            options={(["pass", "fail", "unknown"] as const).map((value) => ({
              value,
              label: words.expectation[value],
            }))}
          />
          {environments.value !== null && environments.value.length > 0 && (
            <Choice
              label={words.editor.environment}
              value={environmentId}
              onChoose={setEnvironmentId}
              options={[{ value: "", label: words.editor.ownAddress }, ...environments.value.map(asOption)]}
            />
          )}
        </div>
        <Refused acting={acting} />
        <div class="form-row">
          <button type="submit" class="button primary" disabled={acting.busy || description.trim() === ""}>
            <Icon name="play" />
            {words.editor.run}
          </button>
          <span class="faint keys">{words.editor.keys}</span>
        </div>
      </form>
      <div class="reading" aria-live="polite">
        <Aside
          understanding={understanding}
          empty={description.trim() === ""}
          onExample={setDescription}
          onReplace={(clause, form) => setDescription(description.replace(clause, form))}
        />
      </div>
    </section>
  );
}

function asOption(environment: Environment): { value: string; label: string } {
  return { value: environment.id, label: environment.name };
}

function Aside({
  understanding,
  empty,
  onExample,
  onReplace,
}: {
  understanding: Understanding;
  empty: boolean;
  onExample: (text: string) => void;
  onReplace: (clause: string, form: string) => void;
}) {
  const { plan, problem } = understanding;
  if (empty)
    return (
      <>
        <p class="label">{words.editor.emptyTitle}</p>
        <p class="soft">{words.editor.emptyText}</p>
        <ul>
          {words.editor.examples.map((example) => (
            <li key={example}>
              <Icon name="chevron" />
              <div class="nearest">
                <button type="button" onClick={() => onExample(example)}>
                  {example}
                </button>
              </div>
            </li>
          ))}
        </ul>
      </>
    );
  if (plan === null)
    return problem === null ? <p class="soft">{words.editor.reading}</p> : <Trouble text={problem.message} />;
  return (
    <>
      <div class="reading-head">
        <span class="label">{words.editor.understood}</span>
        {plan.gaps.length > 0 ? (
          <span class="badge warn">{words.editor.gaps(plan.gaps.length)}</span>
        ) : (
          <span class="badge passed">
            <Icon name="check" />
            {words.editor.whole}
          </span>
        )}
      </div>
      {problem !== null && <Trouble text={problem.message} />}
      <Understood plan={plan} description={understanding.of} onReplace={onReplace} />
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
