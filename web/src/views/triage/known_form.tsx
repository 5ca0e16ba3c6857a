/** Marks a failure as known: why, and for how long. */
import { useState } from "preact/hooks";
import type { KnownBody } from "../../channel/api";
import { endOf } from "../../model/triage";
import { words } from "../../words";
import { FormDialog, useTexts } from "../parts/form";
import { Choice, Field } from "../parts/parts";

export function KnownForm({ send, onClose }: { send: (body: KnownBody) => Promise<void>; onClose: () => void }) {
  const { given, acting, of } = useTexts({ reason: "", until: "" });
  const [lasts, setLasts] = useState<"change" | "date">("change");
  return (
    <FormDialog
      title={words.triage.mark}
      action={words.triage.mark}
      acting={acting}
      fields={[]}
      onClose={onClose}
      send={() => send({ reason: given.reason, until: lasts === "date" ? endOf(given.until) : null })}
    >
      <Field
        label={words.triage.reason}
        required
        maxLength={4000}
        placeholder={words.triage.reasonPlaceholder}
        {...of("reason")}
      />
      <Choice
        label={words.triage.lasts}
        value={lasts}
        onChoose={setLasts}
        hint={words.triage.lastsHint}
        options={(["change", "date"] as const).map((value) => ({ value, label: words.triage.lasting[value] }))}
      />
      {lasts === "date" && <Field label={words.triage.lastDay} type="date" required {...of("until")} />}
    </FormDialog>
  );
}
