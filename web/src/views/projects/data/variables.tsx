/** Texts that a project's tests name in braces; those that are secret go in and never come out. */
import { useState } from "preact/hooks";
import { api, type Environment, type Variable } from "../../../channel/api";
import { mayChange } from "../../../model/session";
import { words } from "../../../words";
import { FormDialog, useTexts } from "../../parts/form";
import { Tools } from "../../parts/listed";
import { useLoaded } from "../../parts/loaded";
import { Managed } from "../../parts/managed";
import { Field } from "../../parts/parts";
import { Where, whereName } from "./where";

export function Variables({ projectId, environments }: { projectId: string; environments: Environment[] }) {
  const loaded = useLoaded(projectId, () => api.variables(projectId));
  const { title, create, name, value, hidden, none, noneText, removeTitle, removeText } = words.data.variable;
  return (
    <Managed
      title={title}
      may={mayChange()}
      create={create}
      of={loaded}
      columns={[name, value, words.data.environment, ""]}
      icon="text"
      none={none}
      noneText={noneText}
      form={(variable, close) => (
        <VariableForm projectId={projectId} environments={environments} variable={variable} onClose={close} />
      )}
      removal={(variable) => ({
        title: removeTitle(variable.name),
        text: removeText,
        work: () => api.removeVariable(variable.id),
      })}
    >
      {(variable, edit, remove) => (
        <tr key={variable.id}>
          <td class="mono">{`{${variable.name}}`}</td>
          <td class="clip">{variable.value ?? <span class="faint">{hidden}</span>}</td>
          <td>{whereName(variable.environmentId, environments)}</td>
          <td class="end">{mayChange() && <Tools name={variable.name} edit={edit} remove={remove} />}</td>
        </tr>
      )}
    </Managed>
  );
}

function VariableForm({
  projectId,
  environments,
  variable,
  onClose,
}: {
  projectId: string;
  environments: Environment[];
  variable: Variable | null;
  onClose: () => void;
}) {
  const said = words.data.variable;
  const { given, acting, of } = useTexts({ name: variable?.name ?? "", value: variable?.value ?? "" });
  const [secret, setSecret] = useState(variable?.secret ?? false);
  const [where, setWhere] = useState(variable?.environmentId ?? "");
  const kept = variable?.secret === true && given.value === "";
  const send = async () => {
    const body = { name: given.name.trim(), secret, environmentId: where || null };
    if (variable) await api.changeVariable(variable.id, kept ? body : { ...body, value: given.value });
    else await api.createVariable(projectId, { ...body, value: given.value });
    onClose();
  };
  return (
    <FormDialog
      title={variable ? said.edit : said.create}
      action={words.act.save}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={send}
    >
      <Field label={said.name} required maxLength={60} hint={said.nameHint} {...of("name")} />
      {secret ? (
        <Field
          label={said.value}
          type="password"
          autocomplete="new-password"
          maxLength={2000}
          hint={variable?.secret ? said.valueHidden : undefined}
          {...of("value")}
        />
      ) : (
        <Field label={said.value} maxLength={2000} {...of("value")} />
      )}
      <label class="tick">
        <input type="checkbox" checked={secret} onChange={({ currentTarget }) => setSecret(currentTarget.checked)} />
        {said.secret}
      </label>
      <Where value={where} environments={environments} onChoose={setWhere} />
    </FormDialog>
  );
}
