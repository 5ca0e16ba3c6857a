/** The pages of a project's site by the names tests call them: seen by runs, corrected by people. */
import { api, type PageName } from "../../../channel/api";
import { mayChange } from "../../../model/session";
import { words } from "../../../words";
import { FormDialog, useTexts } from "../../parts/form";
import { Tools } from "../../parts/listed";
import { useLoaded } from "../../parts/loaded";
import { Managed } from "../../parts/managed";
import { Field } from "../../parts/parts";

export function Pages({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.pages(projectId));
  const { title, create, name, address, from, seen, person, none, noneText, removeTitle, removeText } = words.data.page;
  return (
    <Managed
      title={title}
      may={mayChange()}
      create={create}
      of={loaded}
      columns={[name, address, from, ""]}
      icon="globe"
      none={none}
      noneText={noneText}
      form={(page, close) => <PageForm projectId={projectId} page={page} onClose={close} />}
      removal={(page) => ({
        title: removeTitle(page.name),
        text: removeText,
        work: () => api.removePage(projectId, page.name),
      })}
    >
      {(page, edit, remove) => (
        <tr key={page.name}>
          <td>
            <strong>{page.name}</strong>
          </td>
          <td class="mono clip">{page.address}</td>
          <td>{page.source === "seen" ? seen : person}</td>
          <td class="end">{mayChange() && <Tools name={page.name} edit={edit} remove={remove} />}</td>
        </tr>
      )}
    </Managed>
  );
}

function PageForm({ projectId, page, onClose }: { projectId: string; page: PageName | null; onClose: () => void }) {
  const said = words.data.page;
  const { given, acting, of } = useTexts({ name: page?.name ?? "", address: page?.address ?? "" });
  const send = async () => {
    await api.namePage(projectId, { name: given.name.trim(), address: given.address.trim() });
    if (page && page.name !== given.name.trim()) await api.removePage(projectId, page.name);
    onClose();
  };
  return (
    <FormDialog
      title={page ? said.edit : said.create}
      action={words.act.save}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={send}
    >
      <Field label={said.name} required maxLength={200} hint={said.nameHint} {...of("name")} />
      <Field label={said.address} required maxLength={2000} placeholder="/settings" {...of("address")} />
    </FormDialog>
  );
}
