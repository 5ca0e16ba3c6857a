/** A project's name, address and place in the world; and putting it away. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type Project } from "../../channel/api";
import { words } from "../../words";
import { Confirm, say } from "../parts/acting";
import { Form, useTexts } from "../parts/form";
import { Icon } from "../parts/icon";
import { Field } from "../parts/parts";
import { withScheme } from "./project_form";

export function ProjectSettings({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const { route } = useLocation();
  const { given, acting, of } = useTexts({
    name: project.name,
    baseUrl: project.baseUrl,
    timezone: project.timezone ?? "",
    locale: project.locale ?? "",
    geolocation: project.geolocationJson
      ? `${project.geolocationJson.latitude}, ${project.geolocationJson.longitude}`
      : "",
  });
  const [archiving, setArchiving] = useState(false);
  const send = async () => {
    const changed = await api.changeProject(project.id, {
      name: given.name.trim(),
      baseUrl: withScheme(given.baseUrl),
      timezone: (given.timezone.trim() || null) as never,
      locale: given.locale.trim() || null,
      geolocation: placeOf(given.geolocation, project.geolocationJson?.accuracy ?? 0),
    });
    onChange(changed);
    say(words.act.saved);
  };
  const archive = (
    <button type="button" class="button danger" onClick={() => setArchiving(true)}>
      <Icon name="box" />
      {words.project.archive}
    </button>
  );
  return (
    <section class="card form-card">
      <div class="card-body">
        <Form action={words.act.save} acting={acting} fields={Object.keys(given)} send={send} more={archive}>
          <Field label={words.project.name} required maxLength={200} {...of("name")} />
          <Field label={words.project.address} required inputMode="url" {...of("baseUrl")} />
          <Field
            label={words.project.timezone}
            placeholder="Europe/Berlin"
            hint={words.project.timezoneHint}
            {...of("timezone")}
          />
          <Field label={words.project.locale} placeholder="de-DE" hint={words.project.localeHint} {...of("locale")} />
          <Field
            label={words.project.place}
            placeholder="52.52, 13.405"
            hint={words.project.placeHint}
            {...of("geolocation")}
          />
        </Form>
      </div>
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

/** "52.52, 13.405": latitude and longitude. What is no number the appliance refuses. */
function placeOf(text: string, accuracy: number) {
  if (text.trim() === "") return null;
  const [latitude, longitude] = text.split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));
  return { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN, accuracy };
}
