/** Accounts of pipelines and bots: made here, with keys that are shown once. For owners and admins only. */
import { useState } from "preact/hooks";
import { account, type ServiceAccount } from "../../channel/account";
import { api } from "../../channel/api";
import { words } from "../../words";
import { Confirm } from "../parts/acting";
import { FormDialog, useTexts } from "../parts/form";
import { Add, Tool } from "../parts/listed";
import { type Loaded, useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Choice, Field } from "../parts/parts";
import { Mint } from "./keys";

export function ServiceAccounts() {
  const loaded = useLoaded("service-accounts", () => account.services());
  return (
    <Managed
      title={words.settings.services}
      may
      create={words.service.create}
      of={loaded}
      columns={[words.service.name, words.service.role, words.service.keys, ""]}
      icon="box"
      none={words.service.none}
      noneText={words.service.noneText}
      form={(_, close) => <Create onClose={close} />}
      removal={(each) => ({
        title: words.service.removeTitle(each.name),
        text: words.service.removeText,
        work: () => account.removeService(each.id),
      })}
    >
      {(each, _, remove) => <Row key={each.id} each={each} of={loaded} onRemove={remove} />}
    </Managed>
  );
}

function Row({ each, of, onRemove }: { each: ServiceAccount; of: Loaded<ServiceAccount[]>; onRemove: () => void }) {
  const [minting, setMinting] = useState(false);
  const [revoking, setRevoking] = useState<{ id: string; name: string } | null>(null);
  return (
    <tr>
      <td>
        <strong>{each.name}</strong>
      </td>
      <td>{words.role[each.role]}</td>
      <td>
        {each.keys.map((key) => (
          <div key={key.id}>
            {key.name} <span class="mono faint">{key.prefix}…</span>
            <button
              type="button"
              class="button quiet small"
              aria-label={words.key.revokeNamed(key.name)}
              onClick={() => setRevoking(key)}
            >
              {words.key.revoke}
            </button>
          </div>
        ))}
        {minting && (
          <Mint
            mint={(name, expires) => account.mintServiceKey(each.id, name, expires)}
            onClose={() => {
              setMinting(false);
              of.reload();
            }}
          />
        )}
        {revoking !== null && (
          <Confirm
            title={words.key.revokeTitle(revoking.name)}
            text={words.key.revokeText}
            action={words.key.revoke}
            onClose={() => setRevoking(null)}
            work={async () => {
              await api.revokeKey(revoking.id);
              of.reload();
            }}
          />
        )}
      </td>
      <td class="end">
        <Add label={words.service.mintOf(each.name)} onClick={() => setMinting(true)}>
          {words.service.mint}
        </Add>
        <Tool icon="trash" label={words.act.removeNamed(each.name)} onClick={onRemove} />
      </td>
    </tr>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const { given, acting, of } = useTexts({ name: "" });
  const [role, setRole] = useState<ServiceAccount["role"]>("member");
  const roles = (["viewer", "member"] as const).map((value) => ({ value, label: words.role[value] }));
  return (
    <FormDialog
      title={words.service.create}
      action={words.service.create}
      acting={acting}
      fields={["name"]}
      onClose={onClose}
      send={async () => {
        await account.addService({ name: given.name.trim(), role });
        onClose();
      }}
    >
      <Field label={words.service.name} required maxLength={80} placeholder="Nightly pipeline" {...of("name")} />
      <Choice label={words.service.role} value={role} onChoose={setRole} options={roles} hint={words.roleHint[role]} />
    </FormDialog>
  );
}
