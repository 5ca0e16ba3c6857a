/** The mail a step waited for, as data: nothing in it can be clicked or loaded. */
import type { Step } from "../../model/run";
import { words } from "../../words";

export function MailShown({ mail }: { mail: NonNullable<Step["details"]["mail"]> }) {
  const facts: [string, string][] = [
    [words.inbox.from, mail.sender],
    [words.inbox.to, mail.to.join(", ")],
    [words.inbox.subject, mail.subject],
    ...mail.links.map(({ words: said, address }): [string, string] => [words.inbox.link(said), address]),
    [words.inbox.attachments, mail.attachments.join(", ")],
  ];
  return (
    <section class="mail" aria-label={words.inbox.mail}>
      <dl class="provenance">
        {facts
          .filter(([, value]) => value)
          .map(([name, value], nth) => (
            <div key={`${name} ${nth}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <pre>{mail.text}</pre>
    </section>
  );
}
