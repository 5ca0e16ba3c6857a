/** A project's name, address and place in the world; and putting it away. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Project } from "../../channel/api";
import { words } from "../../words";
import { Confirm, Refused, say, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Field } from "../parts/parts";
import { withScheme } from "./project_form";

const FIELDS = ["name", "baseUrl", "timezone", "locale"];

export function ProjectSettings({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { route } = useLocation();
  const [given, setGiven] = useState({
    name: project.name,
    baseUrl: project.baseUrl,
    timezone: project.timezone ?? "",
    locale: project.locale ?? "",
  });
  const [archiving, setArchiving] = useState(false);
  const acting = useActing();
  const keep = (field: keyof typeof given) => (event: { currentTarget: HTMLInputElement }) =>
    setGiven({ ...given, [field]: event.currentTarget.value });
  const send = (event: Event) => {
    event.preventDefault();
    void acting.act(async () => {
      const changed = await api.changeProject(project.id, {
        name: given.name.trim(),
        baseUrl: withScheme(given.baseUrl),
        timezone: (given.timezone.trim() || null) as never,
        locale: given.locale.trim() || null,
      });
      onChange(changed);
      say(words.act.saved);
    });
  };
  const wrong = (field: string) => acting.problem?.about(field);
  return (
    <section class="card form-card">
      <form class="card-body form" onSubmit={send}>
        <Field
          label={words.project.name}
          required
          maxLength={200}
          value={given.name}
          wrong={wrong("name")}
          onInput={keep("name")}
        />
        <Field
          label={words.project.address}
          required
          inputMode="url"
          value={given.baseUrl}
          wrong={wrong("baseUrl")}
          onInput={keep("baseUrl")}
        />
        <Field
          label={words.project.timezone}
          placeholder="Europe/Berlin"
          hint={words.project.timezoneHint}
          value={given.timezone}
          wrong={wrong("timezone")}
          onInput={keep("timezone")}
        />
        <Field
          label={words.project.locale}
          placeholder="de-DE"
          hint={words.project.localeHint}
          value={given.locale}
          wrong={wrong("locale")}
          onInput={keep("locale")}
        />
        <Refused acting={acting} fields={FIELDS} />
        <div class="form-row">
          <button type="submit" class="button primary" disabled={acting.busy}>
            {words.act.save}
          </button>
          <button type="button" class="button danger" onClick={() => setArchiving(true)}>
            <Icon name="box" />
            {words.project.archive}
          </button>
        </div>
      </form>
      {archiving && (
        <Confirm
          title={words.project.archiveTitle(project.name)}
          text={words.project.archiveText}
          action={words.project.archive}
          onClose={() => setArchiving(false)}
          work={async () => {
            await api.archiveProject(project.id);
            route("/");
          }}
        />
      )}
    </section>
  );
}
