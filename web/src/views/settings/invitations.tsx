/** Who was invited and has not come in yet: a new link, or none any more. For owners and admins only. */
import { useState } from "preact/hooks";
import { type Added, api, type Invited } from "../../channel/api";
import { moment } from "../../model/format";
import { current } from "../../model/session";
import { words } from "../../words";
import { Confirm, Dialog, Do } from "../parts/acting";
import { Taken } from "../parts/form";
import { Card, Table, Tool } from "../parts/listed";
import type { Loaded } from "../parts/loaded";
import { Notice } from "../parts/parts";

/** Nothing where nobody is waited for. */
export function Invitations({ of }: { of: Loaded<Invited[]> }) {
  const [added, setAdded] = useState<Added | null>(null);
  const [withdrawing, setWithdrawing] = useState<Invited | null>(null);
  const open = of.value ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={words.invited.title}>
      <Table label={words.invited.title} columns={[words.signIn.email, words.member.role, words.key.expires, ""]}>
        {open.map((invited) => (
          <tr key={invited.id}>
            <td>
              <strong>{invited.email}</strong>
            </td>
            <td>{words.role[invited.role]}</td>
            <td>{moment(invited.expiresAt)}</td>
            <td class="end">
              {(invited.role !== "owner" || current().role === "owner") && (
                <>
                  <Do
                    kind="quiet small"
                    icon="link"
                    label={words.invited.renewFor(invited.email)}
                    work={async () => {
                      setAdded(await api.addMember(invited.email, invited.role));
                      of.reload();
                    }}
                  >
                    {words.invited.renew}
                  </Do>
                  <Tool
                    icon="trash"
                    label={words.invited.withdrawOf(invited.email)}
                    onClick={() => setWithdrawing(invited)}
                  />
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {added && (
        <ToGive added={added} title={words.invited.renew} text={words.invited.renewed} onClose={() => setAdded(null)} />
      )}
      {withdrawing && (
        <Confirm
          title={words.invited.withdrawTitle(withdrawing.email)}
          text={words.invited.withdrawText}
          action={words.invited.withdraw}
          onClose={() => setWithdrawing(null)}
          work={async () => {
            await api.withdrawInvitation(withdrawing.id);
            of.reload();
          }}
        />
      )}
    </Card>
  );
}

/** The link of an invitation, which is shown this once. */
export function ToGive({
  added,
  title,
  text,
  onClose,
}: {
  added: Added;
  title: string;
  text: (email: string, until: string) => string;
  onClose: () => void;
}) {
  const { member, invitation } = added;
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        {invitation === null ? (
          <Notice tone="passed">{words.member.added(member.email)}</Notice>
        ) : (
          <>
            <p class="soft">{text(member.email, moment(invitation.expiresAt))}</p>
            <Taken text={invitation.url} label={words.member.link} copied={words.member.linkCopied} />
          </>
        )}
      </div>
    </Dialog>
  );
}
