/** A new project: a name and the address of the website under test. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { words } from "../../words";
import { Dialog, Refused, useActing } from "../parts/acting";
import { Field } from "../parts/parts";

export function NewProject({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.project.create} onClose={onClose}>
      <ProjectForm action={words.project.send} />
    </Dialog>
  );
}

export function ProjectForm({ action }: { action: string }) {
  const { route } = useLocation();
  const [name, setName] = useState("");
  const [baseUrl, setBaseUrl] = useState("");
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    void acting.act(async () => {
      const project = await api.createProject({ name: name.trim(), baseUrl: withScheme(baseUrl) });
      route(`/projects/${project.id}`);
    });
  };
  return (
    <form class="form" onSubmit={send}>
      <Field
        label={words.project.name}
        required
        maxLength={200}
        placeholder={words.project.namePlaceholder}
        value={name}
        wrong={acting.problem?.about("name")}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Field
        label={words.project.address}
        required
        maxLength={2048}
        inputMode="url"
        placeholder="https://shop.example.com"
        value={baseUrl}
        hint={words.project.addressHint}
        wrong={acting.problem?.about("baseUrl")}
        onInput={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <Refused acting={acting} fields={["name", "baseUrl"]} />
      <div class="form-row">
        <button type="submit" class="button primary" disabled={acting.busy}>
          {action}
        </button>
      </div>
    </form>
  );
}

export function withScheme(address: string): string {
  const typed = address.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) || typed === "" ? typed : `https://${typed}`;
}
