/** Saves a finished run as a procedure that can be replayed. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type RunDetail } from "../../channel/api";
import { oneLine } from "../../model/format";
import { words } from "../../words";
import { Dialog, Refused, useActing } from "../parts/acting";
import { Field } from "../parts/parts";

export function SaveProcedure({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  const { route } = useLocation();
  const [name, setName] = useState(oneLine(run.instruction).slice(0, 60));
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    void acting.act(async () => {
      const procedure = await api.createProcedure(run.projectId, { name: name.trim(), runId: run.id });
      route(`/procedures/${procedure.id}`);
    });
  };
  return (
    <Dialog title={words.run.save} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <p class="soft">{words.run.saveText}</p>
        <Field
          label={words.procedure.name}
          required
          maxLength={200}
          value={name}
          wrong={acting.problem?.about("name")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Refused acting={acting} fields={["name"]} />
        <div class="form-row">
          <button type="submit" class="button primary" disabled={acting.busy}>
            {words.procedure.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
