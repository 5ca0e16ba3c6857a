/** The people a project's tests sign in as. A password goes in and never comes out. */
import { useState } from "preact/hooks";
import { type Account, api, type Environment } from "../../../channel/api";
import { mayChange } from "../../../model/session";
import { words } from "../../../words";
import { FormDialog, useTexts } from "../../parts/form";
import { Tools } from "../../parts/listed";
import { useLoaded } from "../../parts/loaded";
import { Managed } from "../../parts/managed";
import { Field } from "../../parts/parts";
import { Where, whereName } from "./where";

/** `begin`: the name of an account that a test misses, with which the form opens. */
export function Accounts({
  projectId,
  environments,
  begin,
}: {
  projectId: string;
  environments: Environment[];
  begin: string | null;
}) {
  const loaded = useLoaded(projectId, () => api.accounts(projectId));
  const [missing, setMissing] = useState(begin);
  const { title, create, name, role, user, none, noneText, removeTitle, removeText } = words.data.account;
  return (
    <>
      <Managed
        title={title}
        may={mayChange()}
        create={create}
        of={loaded}
        columns={[name, role, user, words.data.environment, ""]}
        icon="people"
        none={none}
        noneText={noneText}
        form={(account, close) => (
          <AccountForm projectId={projectId} environments={environments} account={account} onClose={close} />
        )}
        removal={(account) => ({
          title: removeTitle(account.name),
          text: removeText,
          work: () => api.removeAccount(account.id),
        })}
      >
        {(account, edit, remove) => (
          <tr key={account.id}>
            <td>
              <strong>{account.name}</strong>
            </td>
            <td>{account.role || "–"}</td>
            <td>{account.user}</td>
            <td>{whereName(account.environmentId, environments)}</td>
            <td class="end">{mayChange() && <Tools name={account.name} edit={edit} remove={remove} />}</td>
          </tr>
        )}
      </Managed>
      {missing !== null && mayChange() && (
        <AccountForm
          projectId={projectId}
          environments={environments}
          account={null}
          named={missing}
          onClose={() => {
            setMissing(null);
            loaded.reload();
          }}
        />
      )}
    </>
  );
}

function AccountForm({
  projectId,
  environments,
  account,
  named,
  onClose,
}: {
  projectId: string;
  environments: Environment[];
  account: Account | null;
  named?: string;
  onClose: () => void;
}) {
  const said = words.data.account;
  const { given, acting, of } = useTexts({
    name: account?.name ?? named ?? "",
    role: account?.role ?? "",
    user: account?.user ?? "",
    password: "",
    signIn: (account?.signIn ?? []).join("\n"),
  });
  const [where, setWhere] = useState(account?.environmentId ?? "");
  const send = async () => {
    const body = {
      name: given.name.trim(),
      role: given.role.trim(),
      user: given.user.trim(),
      environmentId: where || null,
      signIn: given.signIn.split("\n").filter((line) => line.trim() !== ""),
      ...(given.password === "" ? {} : { password: given.password }),
    };
    if (account) await api.changeAccount(account.id, body);
    else await api.createAccount(projectId, body);
    onClose();
  };
  return (
    <FormDialog
      title={account ? said.edit : said.create}
      action={words.act.save}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={send}
    >
      <Field label={said.name} required maxLength={200} hint={said.nameHint} {...of("name")} />
      <Field label={said.role} maxLength={200} hint={said.roleHint} {...of("role")} />
      <Field label={said.user} required maxLength={200} autocomplete="off" {...of("user")} />
      <Field
        label={said.password}
        type="password"
        autocomplete="new-password"
        maxLength={1000}
        hint={account ? said.passwordKept : said.passwordHint}
        {...of("password")}
      />
      <Where value={where} environments={environments} onChoose={setWhere} />
      <Field label={said.signIn} area rows={3} hint={said.signInHint} {...of("signIn")} />
    </FormDialog>
  );
}
