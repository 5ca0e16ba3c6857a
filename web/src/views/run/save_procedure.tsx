/** Saves a finished run as a procedure that can be replayed. */

import { useLocation } from "preact-iso";
import { api, type RunDetail } from "../../channel/api";
import { inShort } from "../../model/format";
import { words } from "../../words";
import { FormDialog, useTexts } from "../parts/form";
import { Field } from "../parts/parts";

export function SaveProcedure({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  const { route } = useLocation();
  const { given, acting, of } = useTexts({ name: inShort(run.maskedInstruction) });
  const send = async () => {
    const procedure = await api.createProcedure(run.projectId, { name: given.name.trim(), runId: run.id });
    route(`/procedures/${procedure.id}`);
  };
  return (
    <FormDialog
      title={words.run.save}
      action={words.procedure.save}
      acting={acting}
      fields={["name"]}
      onClose={onClose}
      send={send}
    >
      <p class="soft">{words.run.saveText}</p>
      <Field label={words.procedure.name} required maxLength={200} {...of("name")} />
    </FormDialog>
  );
}
