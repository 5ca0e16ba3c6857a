/** Links that show this run to somebody without an account: made, counted, withdrawn. */
import { useState } from "preact/hooks";
import { api } from "../../channel/api";
import { moment } from "../../model/format";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Dialog, Do } from "../parts/acting";
import { Form, Taken, useTexts } from "../parts/form";
import { Table } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Choice } from "../parts/parts";

const DAYS = ["1", "7", "30", "90"] as const;

export function ShareDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const loaded = useLoaded(runId, () => api.shares(runId));
  const [made, setMade] = useState<string | null>(null);
  const { acting } = useTexts({});
  const [days, setDays] = useState<(typeof DAYS)[number]>("7");
  const send = async () => {
    setMade((await api.share(runId, Number(days))).url);
    loaded.reload();
  };
  return (
    <Dialog title={words.share.title} onClose={onClose}>
      <div class="form">
        <p class="soft">{words.share.text}</p>
        {made !== null && (
          <>
            <Taken text={made} label={words.share.link} copied={words.run.linkCopied} />
            <p class="soft">{words.share.once}</p>
          </>
        )}
        <Form action={words.share.make} acting={acting} fields={[]} send={send}>
          <Choice
            label={words.share.lasts}
            value={days}
            onChoose={setDays}
            options={DAYS.map((value) => ({ value, label: words.share.days(Number(value)) }))}
          />
        </Form>
        <Show of={loaded} rows={1}>
          {(shares) =>
            shares.length > 0 && (
              <Table label={words.share.open} columns={[words.share.until, words.share.by, ""]}>
                {shares.map((share) => (
                  <tr key={share.id}>
                    <td>{moment(share.expiresAt)}</td>
                    <td>{share.by ?? "–"}</td>
                    <td class="end">
                      {mayChange() && (
                        <Do kind="small danger" work={() => api.withdrawShare(runId, share.id).then(loaded.reload)}>
                          {words.share.withdraw}
                        </Do>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Show>
      </div>
    </Dialog>
  );
}
