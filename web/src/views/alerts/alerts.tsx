/** Who is told when a suite or a test of the project turns red or green, and what was sent. */
import { useState } from "preact/hooks";
import { type Alert, type AlertTarget, api } from "../../channel/api";
import { mayManage } from "../../model/session";
import { words } from "../../words";
import { Dialog, Do, say } from "../parts/acting";
import { Taken } from "../parts/form";
import { Card, Listed, Tools, When } from "../parts/listed";
import { type Loaded, useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { AlertForm } from "./alert_form";
import "../projects/projects.css";

export function Alerts({ projectId }: { projectId: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const targets = useLoaded(projectId, () => api.alertTargets(projectId));
  const log = useLoaded(projectId, () => api.alertLog(projectId));
  const { name, kind, place, occasion, quiet, state } = words.alert;
  return (
    <div class="columns">
      <Managed
        title={words.alert.all}
        may={mayManage()}
        create={words.alert.create}
        of={targets}
        columns={[name, kind, place, occasion, quiet, state, ""]}
        icon="alert"
        none={words.alert.none}
        noneText={mayManage() ? words.alert.noneText : words.alert.noneForMembers}
        form={(target, close) => (
          <AlertForm
            projectId={projectId}
            target={target}
            onClose={close}
            onMade={(made) => {
              setSecret(made);
              close();
            }}
          />
        )}
        removal={(target) => ({
          title: words.alert.removeTitle(target.name),
          text: words.alert.removeText,
          work: async () => {
            await api.removeAlertTarget(target.id);
            log.reload();
          },
        })}
      >
        {(target, edit, remove) => (
          <Row key={target.id} target={target} edit={edit} remove={remove} tried={log.reload} />
        )}
      </Managed>
      <Log of={log} />
      {secret !== null && (
        <Dialog title={words.alert.secret} onClose={() => setSecret(null)}>
          <div class="form">
            <p class="soft">{words.alert.secretText}</p>
            <Taken text={secret} label={words.alert.secret} copied={words.alert.secretCopied} />
          </div>
        </Dialog>
      )}
    </div>
  );
}

type RowProps = { target: AlertTarget; edit: () => void; remove: () => void; tried: () => void };

function Row({ target, edit, remove, tried }: RowProps) {
  const { id, name, kind, place, on, quiet, paused } = target;
  const test = async () => {
    const alert = await api.testAlert(id);
    say(alert.sentAt === null ? words.alert.notSent(alert.problem ?? "") : words.alert.arrived);
    tried();
  };
  return (
    <tr>
      <td>
        <strong>{name}</strong>
      </td>
      <td>{words.alert.kinds[kind]}</td>
      <td>{place}</td>
      <td>{words.alert.occasions[on]}</td>
      <td>{quiet === null ? "–" : words.alert.quietHours(quiet.begin, quiet.end, quiet.timezone)}</td>
      <td>{paused ? words.alert.paused : words.alert.on}</td>
      <td class="end">
        {mayManage() && (
          <>
            <Do kind="small" label={words.alert.testNamed(name)} work={test}>
              {words.alert.test}
            </Do>
            <Tools name={name} edit={edit} remove={remove} />
          </>
        )}
      </td>
    </tr>
  );
}

function Log({ of }: { of: Loaded<Alert[]> }) {
  const { at, what, told, came } = words.alert;
  return (
    <Card title={words.alert.log}>
      <Listed
        of={of}
        label={words.alert.log}
        columns={[at, what, told, came]}
        icon="text"
        none={words.alert.nothingSent}
        noneText={words.alert.nothingSentText}
      >
        {(alert) => (
          <tr key={alert.id}>
            <td>
              <When at={alert.createdAt} />
            </td>
            <td>
              {alert.news.subject === "test" ? (
                words.alert.tried
              ) : (
                <a href={alert.news.path}>{words.alert.turned[alert.news.verdict](alert.news.name)}</a>
              )}
            </td>
            <td>{alert.targetName}</td>
            <td>
              <Came alert={alert} />
            </td>
          </tr>
        )}
      </Listed>
    </Card>
  );
}

function Came({ alert: { sentAt, nextTryAt, problem } }: { alert: Alert }) {
  if (sentAt !== null) return <span class="badge passed">{words.alert.sent}</span>;
  return (
    <>
      {nextTryAt === null ? (
        <span class="badge failed">{words.alert.givenUp}</span>
      ) : (
        <span class="badge pending">
          {words.alert.again} <When at={nextTryAt} />
        </span>
      )}
      {problem !== null && <div class="soft">{problem}</div>}
    </>
  );
}
