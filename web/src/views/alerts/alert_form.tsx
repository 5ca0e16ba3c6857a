/** Makes and changes somebody who is told: how, where, and when not. Where it leads is never shown again. */
import { useState } from "preact/hooks";
import { type AlertTarget, api } from "../../channel/api";
import { OWN_ZONE } from "../../model/format";
import { words } from "../../words";
import { FormDialog, useTexts } from "../parts/form";
import { Choice, Field } from "../parts/parts";

const KINDS = ["mail", "webhook", "slack", "teams"] as const;
const OCCASIONS = ["change", "failure"] as const;
type Props = {
  projectId: string;
  target: AlertTarget | null;
  onClose: () => void;
  /** With the secret of a webhook, null for the others. */
  onMade: (secret: string | null) => void;
};

export function AlertForm({ projectId, target, onClose, onMade }: Props) {
  const [kind, setKind] = useState<AlertTarget["kind"]>(target?.kind ?? "mail");
  const [on, setOn] = useState<AlertTarget["on"]>(target?.on ?? "change");
  const [paused, setPaused] = useState(target?.paused ?? false);
  const { given, acting, of } = useTexts({
    name: target?.name ?? "",
    to: "",
    url: "",
    begin: target?.quiet?.begin ?? "",
    end: target?.quiet?.end ?? "",
    timezone: target?.quiet?.timezone ?? OWN_ZONE,
  });
  const place = kind === "mail" ? "to" : "url";
  const send = async () => {
    const where = given[place].trim();
    const quiet =
      given.begin === "" && given.end === ""
        ? null
        : { begin: given.begin, end: given.end, timezone: given.timezone.trim() as never };
    const body = {
      name: given.name.trim(),
      on,
      paused,
      quiet,
      ...(where === "" ? {} : kind === "mail" ? { to: where.split(/[\s,;]+/).filter(Boolean) } : { url: where }),
    };
    if (target === null) {
      const made = await api.createAlertTarget(projectId, { ...body, kind });
      onMade(made.secret);
    } else {
      await api.changeAlertTarget(target.id, body);
      onClose();
    }
  };
  return (
    <FormDialog
      title={target ? words.alert.edit : words.alert.create}
      action={words.act.save}
      acting={acting}
      fields={["name", place]}
      onClose={onClose}
      send={send}
    >
      <Field
        label={words.alert.name}
        required
        maxLength={200}
        placeholder={words.alert.namePlaceholder}
        {...of("name")}
      />
      {target === null && (
        <Choice
          label={words.alert.kind}
          value={kind}
          onChoose={setKind}
          options={KINDS.map((value) => ({ value, label: words.alert.kinds[value] }))}
        />
      )}
      {kind === "mail" ? (
        <Field
          label={words.alert.to}
          required={target === null}
          hint={target ? words.alert.stays(target.place) : words.alert.toHint}
          {...of("to")}
        />
      ) : (
        <Field
          label={words.alert.url}
          type="url"
          required={target === null}
          hint={target ? words.alert.stays(target.place) : words.alert.urlHint[kind]}
          {...of("url")}
        />
      )}
      <Choice
        label={words.alert.occasion}
        value={on}
        onChoose={setOn}
        options={OCCASIONS.map((value) => ({ value, label: words.alert.occasions[value] }))}
      />
      <div class="pair">
        <Field label={words.alert.quietFrom} type="time" {...of("begin")} />
        <Field label={words.alert.quietTo} type="time" {...of("end")} />
      </div>
      {(given.begin !== "" || given.end !== "") && <Field label={words.alert.timezone} required {...of("timezone")} />}
      <label class="tick">
        <input type="checkbox" checked={paused} onChange={({ currentTarget }) => setPaused(currentTarget.checked)} />
        {words.alert.pause}
      </label>
    </FormDialog>
  );
}
