/** A project's other addresses, with the headers and cookies they need. */
import { useState } from "preact/hooks";
import { api, type Environment, type EnvironmentBody } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Confirm, Dialog, Refused, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Field, Scroll, State } from "../parts/parts";
import { withScheme } from "./project_form";

export function Environments({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.environments(projectId));
  const [editing, setEditing] = useState<Environment | "new" | null>(null);
  const [removing, setRemoving] = useState<Environment | null>(null);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.project.tabs.environments}</h2>
        {mayChange() && (
          <button type="button" class="button small push" onClick={() => setEditing("new")}>
            <Icon name="plus" />
            {words.environment.create}
          </button>
        )}
      </div>
      <Show of={loaded}>
        {(environments) =>
          environments.length === 0 ? (
            <State icon="globe" title={words.environment.none}>
              {words.environment.noneText}
            </State>
          ) : (
            <Scroll kind="scroll-x" label={words.project.tabs.environments}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{words.environment.name}</th>
                    <th>{words.environment.address}</th>
                    <th>{words.environment.headers}</th>
                    <th>{words.environment.cookies}</th>
                    <th>
                      <span class="hidden-text">{words.act.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {environments.map((environment) => (
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
                            <button
                              type="button"
                              class="button quiet small square"
                              aria-label={words.act.editNamed(environment.name)}
                              onClick={() => setEditing(environment)}
                            >
                              <Icon name="edit" />
                            </button>
                            <button
                              type="button"
                              class="button quiet small square"
                              aria-label={words.act.removeNamed(environment.name)}
                              onClick={() => setRemoving(environment)}
                            >
                              <Icon name="trash" />
                            </button>
                          </>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )
        }
      </Show>
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
    </section>
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
  const given = Object.entries(environment?.extraHeaders ?? {}).map(([name, value]) => `${name}: ${value}`);
  const kept = (environment?.cookies ?? []) as unknown as NonNullable<EnvironmentBody["cookies"]>;
  const [name, setName] = useState(environment?.name ?? "");
  const [baseUrl, setBaseUrl] = useState(environment?.baseUrl ?? "");
  const [headers, setHeaders] = useState(given.join("\n"));
  const [cookies, setCookies] = useState(kept.map((cookie) => `${cookie.name}=${cookie.value}`).join("\n"));
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    const body = {
      name: name.trim(),
      baseUrl: withScheme(baseUrl),
      extraHeaders: Object.fromEntries(pairs(headers, ":")),
      cookies: pairs(cookies, "=").map(([cookie, value]) => ({
        ...kept.find((each) => each.name === cookie),
        name: cookie,
        value,
      })),
    };
    void acting.act(async () => {
      if (environment) await api.changeEnvironment(environment.id, body);
      else await api.createEnvironment(projectId, body);
      onSaved();
    });
  };
  const wrong = (field: string) => acting.problem?.about(field);
  return (
    <Dialog title={environment ? words.environment.edit : words.environment.create} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <Field
          label={words.environment.name}
          required
          maxLength={200}
          value={name}
          wrong={wrong("name")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={words.environment.address}
          required
          inputMode="url"
          value={baseUrl}
          wrong={wrong("baseUrl")}
          onInput={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <Field
          label={words.environment.headers}
          area
          rows={3}
          placeholder="X-Preview: on"
          hint={words.environment.headersHint}
          value={headers}
          wrong={wrong("extraHeaders")}
          onInput={(event) => setHeaders(event.currentTarget.value)}
        />
        <Field
          label={words.environment.cookies}
          area
          rows={3}
          placeholder="consent=yes"
          hint={words.environment.cookiesHint}
          value={cookies}
          wrong={wrong("cookies")}
          onInput={(event) => setCookies(event.currentTarget.value)}
        />
        <Refused acting={acting} fields={["name", "baseUrl", "extraHeaders", "cookies"]} />
        <div class="form-row">
          <button type="submit" class="button primary" disabled={acting.busy}>
            {words.act.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
