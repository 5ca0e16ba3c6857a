/** A new project: a name and the address of the website under test. */
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { words } from "../../words";
import { Dialog } from "../parts/acting";
import { Form, useTexts } from "../parts/form";
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
  const { given, acting, of } = useTexts({ name: "", baseUrl: "" });
  const send = async () => {
    const project = await api.createProject({ name: given.name.trim(), baseUrl: withScheme(given.baseUrl) });
    route(`/projects/${project.id}`);
  };
  return (
    <Form action={action} acting={acting} fields={Object.keys(given)} send={send}>
      <Field
        label={words.project.name}
        required
        maxLength={200}
        placeholder={words.project.namePlaceholder}
        {...of("name")}
      />
      <Field
        label={words.project.address}
        required
        maxLength={2048}
        inputMode="url"
        placeholder="https://shop.example.com"
        hint={words.project.addressHint}
        {...of("baseUrl")}
      />
    </Form>
  );
}

export function withScheme(address: string): string {
  const typed = address.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) || typed === "" ? typed : `https://${typed}`;
}
