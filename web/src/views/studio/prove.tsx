/** Saving: the test runs once in a fresh browser, and only a pass is saved as proven. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { TERMINAL } from "../../model/run";
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Refused, say, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Notice } from "../parts/parts";
import { GoOn } from "./go_on";

const LOOK_MS = 700;

type Props = { studio: Studio; projectId: string; onBegin: () => void; onOpen: (id: string) => void };

/** `onBegin`: the session ends by it. `onOpen`: another one goes on with what did not pass. */
export function Prove({ studio, projectId, onBegin, onOpen }: Props) {
  const { route } = useLocation();
  const [name, setName] = useState("");
  const [runId, setRunId] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const acting = useActing();
  const lines = [...(studio.state.value?.lines ?? []), ...(studio.state.value?.left ?? [])];

  const prove = () =>
    acting.act(async () => {
      const begun = await api.runStudio(studio.id);
      onBegin();
      setRunId(begun);
      let run = await api.run(begun);
      while (!TERMINAL.has(run.status)) {
        await new Promise((done) => setTimeout(done, LOOK_MS));
        run = await api.run(begun);
      }
      if (run.overallStatus !== "passed") {
        setFailed(true);
        return;
      }
      const saved = await api.createProcedure(projectId, { name: name.trim(), runId: begun });
      say(words.studio.proven);
      route(`/procedures/${saved.id}`);
    });

  return (
    <form
      class="studio-prove"
      onSubmit={(event) => {
        event.preventDefault();
        void prove();
      }}
    >
      {lines.length > 0 && lines.every((line) => !line.checks) && <Notice tone="warn">{words.studio.noCheck}</Notice>}
      <label class="label" for="test-name">
        {words.studio.name}
      </label>
      <div class="form-row">
        <input
          id="test-name"
          class="input"
          required
          maxLength={200}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button
          type="submit"
          class="button primary"
          disabled={acting.busy || lines.length === 0 || studio.ended.value !== null}
        >
          <Icon name={acting.busy ? "spinner" : "shield"} spin={acting.busy} />
          {words.studio.run}
        </button>
      </div>
      <Refused acting={acting} />
      {runId !== null && (
        <div aria-live="polite">
          <Notice tone={failed ? "failed" : "warn"}>
            {failed ? words.studio.unproven : words.studio.proving} <a href={`/runs/${runId}`}>{words.studio.seeRun}</a>
          </Notice>
          {failed && <GoOn studio={studio} projectId={projectId} onOpen={onOpen} />}
        </div>
      )}
    </form>
  );
}
