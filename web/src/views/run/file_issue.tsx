/** A failed run as an issue of the project's tracker: filed once, linked afterwards. */
import { useState } from "preact/hooks";
import { api } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { say, useActing } from "../parts/acting";
import { FormDialog } from "../parts/form";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { Choice } from "../parts/parts";

const WAYS = ["0", "7", "30", "90"] as const;

export function FileIssue({ runId }: { runId: string }) {
  const loaded = useLoaded(runId, () => api.issue(runId));
  const [filing, setFiling] = useState(false);
  const [days, setDays] = useState<(typeof WAYS)[number]>("0");
  const acting = useActing();
  if (loaded.value === null) return null;
  const { issue, tracker } = loaded.value;
  if (issue !== null)
    return (
      <a class="button" href={issue.url} target="_blank" rel="noreferrer" title={words.issue.filedBy(issue.by)}>
        <Icon name="alert" />
        {words.issue.filed(issue.kind, issue.key)}
      </a>
    );
  if (tracker === null || !mayChange()) return null;
  const send = async () => {
    const made = await api.fileIssue(runId, days === "0" ? null : Number(days));
    loaded.replace(made);
    setFiling(false);
    if (made.issue) say(words.issue.done(made.issue.key));
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setFiling(true)}>
        <Icon name="alert" />
        {words.issue.file}
      </button>
      {filing && (
        <FormDialog
          title={words.issue.file}
          action={words.issue.file}
          acting={acting}
          fields={[]}
          onClose={() => setFiling(false)}
          send={send}
        >
          <p class="soft">{words.issue.text(tracker.kind, tracker.place)}</p>
          <Choice
            label={words.issue.who}
            value={days}
            onChoose={setDays}
            options={WAYS.map((value) => ({
              value,
              label: value === "0" ? words.issue.members : words.issue.anybody(Number(value)),
            }))}
          />
        </FormDialog>
      )}
    </>
  );
}
