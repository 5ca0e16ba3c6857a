/** One's own passkeys: added with one's password, named, removed. */
import { account, type FactorState } from "../../channel/account";
import { type Passkey, passkeys, usable } from "../../channel/passkeys";
import { day } from "../../model/format";
import { words } from "../../words";
import { FormDialog, useTexts } from "../parts/form";
import { Tools, When } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Field } from "../parts/parts";
import { Code, Password } from "./second_factor";

export function Passkeys() {
  const loaded = useLoaded("passkeys", () => passkeys.list());
  const { value: factor } = useLoaded("second-factor", () => account.factor());
  return (
    <Managed
      title={words.passkeys.title}
      may={usable && factor?.hasPassword === true}
      create={words.passkeys.add}
      of={loaded}
      columns={[words.passkeys.name, words.passkeys.host, words.passkeys.used, words.passkeys.since, ""]}
      icon="lock"
      none={words.passkeys.none}
      noneText={whyNone(factor)}
      form={(each, close) =>
        each === null ? <New twoSteps={factor?.on === true} onClose={close} /> : <Rename each={each} onClose={close} />
      }
      removal={(each) => ({
        title: words.passkeys.removeTitle(each.name),
        text: words.passkeys.removeText,
        work: () => passkeys.remove(each.id),
      })}
    >
      {(each, edit, remove) => (
        <tr key={each.id}>
          <td>
            <strong>{each.name}</strong>
          </td>
          <td class="mono">{each.host}</td>
          <td>{each.usedAt === null ? words.passkeys.never : <When at={each.usedAt} />}</td>
          <td>{day(each.createdAt)}</td>
          <td class="end">
            <Tools name={each.name} edit={edit} remove={remove} />
          </td>
        </tr>
      )}
    </Managed>
  );
}

function whyNone(factor: FactorState | null): string {
  if (factor?.hasPassword === false) return words.passkeys.noPassword;
  return usable ? words.passkeys.noneText : words.passkeys.notHere;
}

function New({ twoSteps, onClose }: { twoSteps: boolean; onClose: () => void }) {
  const { given, acting, of } = useTexts({ name: "", password: "", code: "" });
  return (
    <FormDialog
      title={words.passkeys.add}
      action={words.passkeys.add}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={async () => {
        await passkeys.add(given.name.trim(), given.password, given.code);
        onClose();
      }}
    >
      <p class="soft">{words.passkeys.addText}</p>
      <Field label={words.passkeys.name} required maxLength={80} placeholder="Telephone" {...of("name")} />
      <Password {...of("password")} />
      {twoSteps && <Code {...of("code")} />}
    </FormDialog>
  );
}

function Rename({ each, onClose }: { each: Passkey; onClose: () => void }) {
  const { given, acting, of } = useTexts({ name: each.name });
  return (
    <FormDialog
      title={words.act.editNamed(each.name)}
      action={words.act.save}
      acting={acting}
      fields={["name"]}
      onClose={onClose}
      send={async () => {
        await passkeys.rename(each.id, given.name.trim());
        onClose();
      }}
    >
      <Field label={words.passkeys.name} required maxLength={80} {...of("name")} />
    </FormDialog>
  );
}
