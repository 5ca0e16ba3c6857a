/** Who belongs to the organization, and with what right. For owners and admins only. */
import { useState } from "preact/hooks";
import { type Added, api, type Member, type Role } from "../../channel/api";
import { moment } from "../../model/format";
import { current } from "../../model/session";
import { words } from "../../words";
import { Confirm, copy, Dialog, Refused, say, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, Field, Notice, Scroll } from "../parts/parts";

const ROLES: Role[] = ["viewer", "member", "admin", "owner"];

function grantable(): { value: Role; label: string }[] {
  return ROLES.filter((role) => role !== "owner" || current().role === "owner").map((value) => ({
    value,
    label: words.role[value],
  }));
}

export function Members() {
  const loaded = useLoaded("members", () => api.members());
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Member | null>(null);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.settings.members}</h2>
        <button type="button" class="button small push" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {words.member.add}
        </button>
      </div>
      <Show of={loaded}>
        {(members) => (
          <Scroll kind="scroll-x" label={words.settings.members}>
            <table class="table">
              <thead>
                <tr>
                  <th>{words.member.who}</th>
                  <th>{words.member.role}</th>
                  <th>
                    <span class="hidden-text">{words.act.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {members.map((member) => (
                  <Row
                    key={member.userId ?? member.email}
                    member={member}
                    onChange={loaded.reload}
                    onRemove={setRemoving}
                  />
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Show>
      {adding && (
        <Add
          onClose={() => {
            setAdding(false);
            loaded.reload();
          }}
        />
      )}
      {removing && (
        <Confirm
          title={words.member.removeTitle(removing.name || removing.email)}
          text={words.member.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(null)}
          work={async () => {
            await api.removeMember(removing.userId ?? "");
            loaded.reload();
          }}
        />
      )}
    </section>
  );
}

function Row({
  member,
  onChange,
  onRemove,
}: {
  member: Member;
  onChange: () => void;
  onRemove: (member: Member) => void;
}) {
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
        {!untouchable && (
          <button
            type="button"
            class="button quiet small square"
            aria-label={words.act.removeNamed(name)}
            onClick={() => onRemove(member)}
          >
            <Icon name="trash" />
          </button>
        )}
      </td>
    </tr>
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [added, setAdded] = useState<Added | null>(null);
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    void acting.act(async () => setAdded(await api.addMember(email.trim(), role)));
  };
  if (added)
    return (
      <Dialog title={words.member.add} onClose={onClose}>
        <div class="form">
          {added.invitation === null ? (
            <Notice tone="passed">{words.member.added(added.member.email)}</Notice>
          ) : (
            <>
              <p class="soft">{words.member.invited(added.member.email, moment(added.invitation.expiresAt))}</p>
              <div class="secret">
                <input class="input" readOnly value={added.invitation.url} aria-label={words.member.link} />
                <button
                  type="button"
                  class="button"
                  onClick={() => void copy(added.invitation?.url ?? "", words.member.linkCopied)}
                >
                  <Icon name="copy" />
                  {words.act.copy}
                </button>
              </div>
            </>
          )}
        </div>
      </Dialog>
    );
  return (
    <Dialog title={words.member.add} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <Field
          label={words.signIn.email}
          type="email"
          required
          value={email}
          wrong={acting.problem?.about("email")}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <Choice
          label={words.member.role}
          value={role}
          onChoose={setRole}
          options={grantable()}
          hint={words.roleHint[role]}
        />
        <Refused acting={acting} fields={["email"]} />
        <div class="form-row">
          <button type="submit" class="button primary" disabled={acting.busy}>
            {words.member.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
