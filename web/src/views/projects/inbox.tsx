/** With what a project's application hands in its mail, and the mail that came. */
import { api } from "../../channel/api";
import { words } from "../../words";
import { Card, Table, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { State } from "../parts/parts";
import "./inbox.css";

export function Inbox({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.mails(projectId));
  return (
    <Card title={words.inbox.title}>
      <Show of={loaded}>
        {({ account, mails }) => (
          <>
            {account && <p class="mail-text soft">{account.open ? words.inbox.openText : words.inbox.closedText}</p>}
            {account ? (
              <dl class="mail-account" aria-label={words.inbox.account}>
                {[
                  [words.inbox.server, `${account.host}:${account.port}`],
                  [words.inbox.user, account.user],
                  [words.inbox.password, account.password],
                ].map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd class="mono">{value}</dd>
                  </div>
                ))}
              </dl>
            ) : (
              <State icon="dash" title={words.inbox.off}>
                {words.inbox.offText}
              </State>
            )}
            {mails.length > 0 && (
              <Table label={words.inbox.title} columns={[words.inbox.subject, words.inbox.to, words.inbox.when]}>
                {mails.map((mail) => (
                  <tr key={mail.id}>
                    <td>
                      <strong>{mail.subject || "–"}</strong>
                    </td>
                    <td class="mono">{mail.to.join(", ")}</td>
                    <td>
                      <When at={mail.receivedAt} />
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </>
        )}
      </Show>
    </Card>
  );
}
