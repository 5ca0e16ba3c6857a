/** Where failed runs of the project are filed as issues. The token is never shown again. */
import { useState } from "preact/hooks";
import { api, type Tracker } from "../../channel/api";
import { mayManage } from "../../model/session";
import { words } from "../../words";
import { TRACKERS } from "../../words_issues";
import { Confirm, say } from "../parts/acting";
import { Form, useTexts } from "../parts/form";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, Field } from "../parts/parts";
import { withScheme } from "./project_form";

const KINDS = ["github", "gitlab", "jira"] as const;
const USUAL = { github: "https://github.com", gitlab: "https://gitlab.com", jira: "" };

export function Issues({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, async () => ({ tracker: await api.tracker(projectId) }));
  return (
    <section class="card form-card">
      <div class="card-head">
        <h2>{words.issue.title}</h2>
      </div>
      <div class="card-body">
        <Show of={loaded} rows={2}>
          {({ tracker }) =>
            mayManage() ? (
              <TrackerForm
                key={tracker === null ? "none" : "some"}
                projectId={projectId}
                tracker={tracker}
                onChange={(now) => loaded.replace({ tracker: now })}
              />
            ) : (
              <p class="soft">
                <Where tracker={tracker} /> {words.issue.forMembers}
              </p>
            )
          }
        </Show>
      </div>
    </section>
  );
}

function Where({ tracker }: { tracker: Tracker | null }) {
  return <>{tracker === null ? words.issue.none : words.issue.at(tracker.kind, tracker.place)}</>;
}

type Props = { projectId: string; tracker: Tracker | null; onChange: (tracker: Tracker | null) => void };

function TrackerForm({ projectId, tracker, onChange }: Props) {
  const [kind, setKind] = useState<Tracker["kind"]>(tracker?.kind ?? "github");
  const [removing, setRemoving] = useState(false);
  const { given, acting, of } = useTexts({
    baseUrl: tracker?.baseUrl ?? "",
    place: tracker?.place ?? "",
    account: tracker?.account ?? "",
    issueType: tracker?.issueType ?? "Bug",
    token: "",
  });
  const jira = kind === "jira";
  const send = async () => {
    const base = given.baseUrl.trim();
    const made = await api.setTracker(projectId, {
      kind,
      place: given.place.trim(),
      ...(base === "" ? {} : { baseUrl: withScheme(base) }),
      ...(given.token.trim() === "" ? {} : { token: given.token.trim() }),
      ...(jira ? { account: given.account.trim() || null, issueType: given.issueType.trim() || "Bug" } : {}),
    });
    onChange(made);
    say(words.act.saved);
  };
  const remove = tracker !== null && (
    <button type="button" class="button danger" onClick={() => setRemoving(true)}>
      <Icon name="trash" />
      {words.act.remove}
    </button>
  );
  return (
    <>
      <Form action={words.act.save} acting={acting} fields={Object.keys(given)} send={send} more={remove}>
        <p class="soft">
          <Where tracker={tracker} />
        </p>
        <Choice
          label={words.issue.kind}
          value={kind}
          onChoose={setKind}
          options={KINDS.map((value) => ({ value, label: TRACKERS[value] }))}
        />
        <Field
          label={words.issue.base}
          required={jira}
          inputMode="url"
          placeholder={USUAL[kind]}
          hint={words.issue.baseHint[kind]}
          {...of("baseUrl")}
        />
        <Field label={words.issue.place[kind]} required hint={words.issue.placeHint[kind]} {...of("place")} />
        {jira && (
          <>
            <Field label={words.issue.type} required maxLength={100} {...of("issueType")} />
            <Field
              label={words.issue.account}
              inputMode="email"
              autoComplete="off"
              hint={words.issue.accountHint}
              {...of("account")}
            />
          </>
        )}
        <Field
          label={words.issue.token}
          type="password"
          autoComplete="off"
          required={tracker === null}
          hint={tracker === null ? words.issue.tokenHint[kind] : words.issue.tokenStays}
          {...of("token")}
        />
      </Form>
      {removing && (
        <Confirm
          title={words.issue.removeTitle}
          text={words.issue.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(false)}
          work={async () => {
            await api.removeTracker(projectId);
            onChange(null);
          }}
        />
      )}
    </>
  );
}
