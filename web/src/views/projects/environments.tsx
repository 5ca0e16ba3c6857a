/** A project's other addresses, with the headers and cookies they need. */
import { useState } from "preact/hooks";
import { api, type Environment, type EnvironmentBody } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Confirm } from "../parts/acting";
import { FormDialog, useTexts } from "../parts/form";
import { Add, Card, Listed, Tool } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Field } from "../parts/parts";
import { withScheme } from "./project_form";

export function Environments({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.environments(projectId));
  const [editing, setEditing] = useState<Environment | "new" | null>(null);
  const [removing, setRemoving] = useState<Environment | null>(null);
  return (
    <Card
      title={words.project.tabs.environments}
      head={mayChange() && <Add onClick={() => setEditing("new")}>{words.environment.create}</Add>}
    >
      <Listed
        of={loaded}
        label={words.project.tabs.environments}
        columns={[
          words.environment.name,
          words.environment.address,
          words.environment.headers,
          words.environment.cookies,
          "",
        ]}
        icon="globe"
        none={words.environment.none}
        noneText={words.environment.noneText}
      >
        {(environment) => (
          <tr key={environment.id}>
            <td>
              <strong>{environment.name}</strong>
            </td>
            <td class="mono">{environment.baseUrl}</td>
            <td>{Object.keys(environment.extraHeaders ?? {}).join(", ") || "–"}</td>
            <td>{(environment.cookies ?? []).map((cookie) => String(cookie.name)).join(", ") || "–"}</td>
            <td class="end">
              {mayChange() && (
                <>
                  <Tool
                    icon="edit"
                    label={words.act.editNamed(environment.name)}
                    onClick={() => setEditing(environment)}
                  />
                  <Tool
                    icon="trash"
                    label={words.act.removeNamed(environment.name)}
                    onClick={() => setRemoving(environment)}
                  />
                </>
              )}
            </td>
          </tr>
        )}
      </Listed>
      {editing !== null && (
        <EnvironmentForm
          projectId={projectId}
          environment={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            loaded.reload();
          }}
        />
      )}
      {removing !== null && (
        <Confirm
          title={words.environment.removeTitle(removing.name)}
          text={words.environment.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(null)}
          work={async () => {
            await api.removeEnvironment(removing.id);
            loaded.reload();
          }}
        />
      )}
    </Card>
  );
}

/** `Name: value` or `name=value`, one a line. */
function pairs(text: string, between: string): [string, string][] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf(between);
      return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
}

function EnvironmentForm({
  projectId,
  environment,
  onClose,
  onSaved,
}: {
  projectId: string;
  environment: Environment | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const known = Object.entries(environment?.extraHeaders ?? {}).map(([name, value]) => `${name}: ${value}`);
  const kept = (environment?.cookies ?? []) as unknown as NonNullable<EnvironmentBody["cookies"]>;
  const { given, acting, of } = useTexts({
    name: environment?.name ?? "",
    baseUrl: environment?.baseUrl ?? "",
    extraHeaders: known.join("\n"),
    cookies: kept.map((cookie) => `${cookie.name}=${cookie.value}`).join("\n"),
  });
  const send = async () => {
    const body = {
      name: given.name.trim(),
      baseUrl: withScheme(given.baseUrl),
      extraHeaders: Object.fromEntries(pairs(given.extraHeaders, ":")),
      cookies: pairs(given.cookies, "=").map(([cookie, value]) => ({
        ...kept.find((each) => each.name === cookie),
        name: cookie,
        value,
      })),
    };
    if (environment) await api.changeEnvironment(environment.id, body);
    else await api.createEnvironment(projectId, body);
    onSaved();
  };
  return (
    <FormDialog
      title={environment ? words.environment.edit : words.environment.create}
      action={words.act.save}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={send}
    >
      <Field label={words.environment.name} required maxLength={200} {...of("name")} />
      <Field label={words.environment.address} required inputMode="url" {...of("baseUrl")} />
      <Field
        label={words.environment.headers}
        area
        rows={3}
        placeholder="X-Preview: on"
        hint={words.environment.headersHint}
        {...of("extraHeaders")}
      />
      <Field
        label={words.environment.cookies}
        area
        rows={3}
        placeholder="consent=yes"
        hint={words.environment.cookiesHint}
        {...of("cookies")}
      />
    </FormDialog>
  );
}
