/** Who belongs to the organization, and with what right. For owners and admins only. */
import { useState } from "preact/hooks";
import { type Added, api, type Member, type Role } from "../../channel/api";
import { current } from "../../model/session";
import { words } from "../../words";
import { say } from "../parts/acting";
import { FormDialog, useTexts } from "../parts/form";
import { Tool } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Choice, Field } from "../parts/parts";
import { Invitations, ToGive } from "./invitations";

const ROLES: Role[] = ["viewer", "member", "admin", "owner"];

function grantable(): { value: Role; label: string }[] {
  return ROLES.filter((role) => role !== "owner" || current().role === "owner").map((value) => ({
    value,
    label: words.role[value],
  }));
}

export function Members() {
  const members = useLoaded("members", () => api.members());
  const invitations = useLoaded("invitations", () => api.invitations());
  const reload = () => {
    members.reload();
    invitations.reload();
  };
  const both = { ...members, reload };
  return (
    <div class="form">
      <Managed
        title={words.settings.members}
        may
        create={words.member.add}
        of={both}
        columns={[words.member.who, words.member.role, ""]}
        icon="people"
        none={words.member.none}
        form={(_, close) => <Invite onClose={close} />}
        removal={(member) => ({
          title: words.member.removeTitle(member.name || member.email),
          text: words.member.removeText,
          work: () => api.removeMember(member.userId ?? ""),
        })}
      >
        {(member, _, remove) => (
          <Row key={member.userId ?? member.email} member={member} onChange={members.reload} onRemove={remove} />
        )}
      </Managed>
      <Invitations of={invitations} />
    </div>
  );
}

function Row({ member, onChange, onRemove }: { member: Member; onChange: () => void; onRemove: () => void }) {
  const name = member.name || member.email;
  const untouchable = member.userId === null || (member.role === "owner" && current().role !== "owner");
  const change = async (role: Role) => {
    try {
      await api.changeMember(member.userId ?? "", role);
      say(words.act.saved);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    onChange();
  };
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        {name !== member.email && <div class="faint">{member.email}</div>}
      </td>
      <td style={{ minWidth: "130px" }}>
        {untouchable ? (
          words.role[member.role]
        ) : (
          <Choice
            bare
            label={words.member.roleOf(name)}
            value={member.role}
            onChoose={(role) => void change(role)}
            options={grantable()}
          />
        )}
      </td>
      <td class="end">
        {!untouchable && <Tool icon="trash" label={words.act.removeNamed(name)} onClick={onRemove} />}
      </td>
    </tr>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { given, acting, of } = useTexts({ email: "" });
  const [role, setRole] = useState<Role>("member");
  const [added, setAdded] = useState<Added | null>(null);
  if (added) return <ToGive added={added} title={words.member.add} text={words.member.invited} onClose={onClose} />;
  return (
    <FormDialog
      title={words.member.add}
      action={words.member.add}
      acting={acting}
      fields={["email"]}
      onClose={onClose}
      send={async () => setAdded(await api.addMember(given.email.trim(), role))}
    >
      <Field label={words.signIn.email} type="email" required {...of("email")} />
      <Choice
        label={words.member.role}
        value={role}
        onChoose={setRole}
        options={grantable()}
        hint={words.roleHint[role]}
      />
    </FormDialog>
  );
}
