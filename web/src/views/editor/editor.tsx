/** Where a test is written in plain English and started, with what is understood beside it. */

import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Demo, type Environment, type Expectation, type Project } from "../../channel/api";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { draftOf } from "../parts/draft";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { Choice } from "../parts/parts";
import { Expected } from "./expected";
import { Lint } from "./lint";
import { useReference } from "./reference";
import { useWritten } from "./use_plan";
import { Writing } from "./writing";
import "./editor.css";

export type Sample = Demo["tests"][number];

/** `from`: the id of a run whose words are to be edited, where `plain` is so as they need no model; `begin`: what stands there until something is written, which
 * is kept for this tab until it is started. */
export function Editor({
  project,
  from,
  plain,
  begin,
  samples,
}: {
  project: Project;
  from: string | null;
  plain: boolean;
  begin: Sample | null;
  samples: Sample[];
}) {
  const { route } = useLocation();
  const draft = draftOf(project.id);
  const [description, setDescription] = useState(draft.text || (begin?.description ?? ""));
  const [expectation, setExpectation] = useState<Expectation>("pass");
  const [environmentId, setEnvironmentId] = useState("");
  const environments = useLoaded(project.id, () => api.environments(project.id));
  const reference = useReference(project.id);
  const written = useWritten(project.id, description);
  const acting = useActing();

  useEffect(() => draft.keep(description), [project.id, description]);
  useEffect(() => {
    if (from === null) return;
    Promise.all([api.run(from), plain ? api.rewording(from) : null]).then(
      ([run, rewording]) => {
        setDescription(rewording?.words ?? run.instruction);
        setExpectation(run.userExpectation ?? "pass");
      },
      () => undefined,
    );
  }, [from, plain]);

  const start = () =>
    acting.act(async () => {
      const { runId } = await api.trigger({
        projectId: project.id,
        description,
        userExpectation: expectation,
        ...(environmentId === "" ? {} : { environmentId }),
      });
      draft.drop();
      route(`/runs/${runId}`);
    });

  const fillIn = (sample: Sample) => {
    setDescription(sample.description);
    setExpectation(sample.expectation);
  };

  return (
    <section class="card editor">
      <form
        class="write"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <div class="write-head">
          <label class="label" for="description">
            {words.editor.title}
          </label>
          <span class="write-ways">
            <a href={`/projects/${project.id}/studio`}>{words.studio.write}</a>
            <a href="/phrases">{words.editor.phrases}</a>
          </span>
        </div>
        <Writing
          id="description"
          value={description}
          reference={reference}
          written={written}
          onChange={setDescription}
          onSend={() => void start()}
        />
        <div class="options">
          <Expected value={expectation} onChoose={setExpectation} />
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
          <span class="faint keys">{written.spots.length > 0 ? words.editor.keysMend : words.editor.keys}</span>
        </div>
      </form>
      <div class="reading" aria-live="polite">
        <Lint written={written} samples={description.trim() === "" ? samples : null} onSample={fillIn} />
      </div>
    </section>
  );
}

function asOption(environment: Environment): { value: string; label: string } {
  return { value: environment.id, label: environment.name };
}
