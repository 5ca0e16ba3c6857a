/** Doubts a saved test, and shows which damages it notices and what to write for those it lets pass. */

import { useEffect } from "preact/hooks";
import { api, type Doubt, type Procedure, type Trial } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Icon, type IconName } from "../parts/icon";
import { Card, Table } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Notice } from "../parts/parts";
import "./doubt.css";

const AGAIN_MS = 1500;
const TONE: Record<Trial["result"], string> = { noticed: "passed", let_pass: "failed", not_counted: "" };
const ICON: Record<Trial["result"], IconName> = { noticed: "check", let_pass: "cross", not_counted: "dash" };
const RANK: Record<Trial["result"], number> = { let_pass: 0, noticed: 1, not_counted: 2 };

export function DoubtTab({ procedure }: { procedure: Procedure }) {
  const loaded = useLoaded(procedure.id, () => api.newestDoubt(procedure.id));
  const doubt = loaded.value?.doubt ?? null;
  const alive = doubt !== null && underWay(doubt);
  useEffect(() => {
    if (!alive) return;
    const timer = setTimeout(loaded.reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [alive, doubt, loaded.reload]);
  return (
    <Show of={loaded}>
      {() => (
        <Card
          title={words.doubt.title}
          head={mayChange() && <Act procedure={procedure} doubt={doubt} changed={loaded.reload} />}
        >
          <div class="card-body">
            {doubt === null ? (
              <>
                <p class="soft">{words.doubt.lead}</p>
                <p class="soft">{words.doubt.apart}</p>
              </>
            ) : (
              <Came doubt={doubt} />
            )}
          </div>
          {doubt !== null && doubt.trials.length > 0 && <Trials doubt={doubt} />}
        </Card>
      )}
    </Show>
  );
}

function underWay({ state }: Doubt): boolean {
  return state === "waiting" || state === "running";
}

function Act({ procedure, doubt, changed }: { procedure: Procedure; doubt: Doubt | null; changed: () => void }) {
  if (doubt !== null && underWay(doubt))
    return (
      <Do icon="stop" kind="danger" work={() => api.cancelDoubt(doubt.id).then(changed)}>
        {words.doubt.cancel}
      </Do>
    );
  return (
    <Do
      icon="search"
      kind="primary"
      work={() => api.startDoubt(procedure.projectId, { procedureId: procedure.id }).then(changed)}
    >
      {doubt === null ? words.doubt.go : words.doubt.again}
    </Do>
  );
}

function Came({ doubt }: { doubt: Doubt }) {
  const tried = doubt.trials.length;
  return (
    <div aria-live="polite">
      {underWay(doubt) && (
        <>
          <p class="soft">
            {words.doubt.state[doubt.state]}
            {doubt.state === "running" &&
              ` · ${doubt.planned === 0 ? words.doubt.sound : words.doubt.done(tried, doubt.planned)}`}
          </p>
          <progress
            class="doubt-progress"
            aria-label={words.doubt.state[doubt.state]}
            value={doubt.planned === 0 ? undefined : tried}
            max={doubt.planned || 1}
          />
        </>
      )}
      {doubt.reason !== "" && (
        <Notice tone={doubt.state === "failed" ? "failed" : "warn"}>
          {words.doubt.state[doubt.state]}: {doubt.reason}
        </Notice>
      )}
      {!underWay(doubt) && doubt.state !== "failed" && (
        <p class="doubt-score">
          {doubt.score === null ? (
            words.doubt.none
          ) : (
            <>
              <strong class={`numeric ${doubt.score === 100 ? "passed" : "failed"}`}>{doubt.score} %</strong>{" "}
              {words.doubt.score(doubt.noticed, doubt.counted)}
            </>
          )}
          {doubt.leftOut > 0 && ` ${words.doubt.leftOut(doubt.leftOut)}`}
        </p>
      )}
    </div>
  );
}

function Trials({ doubt }: { doubt: Doubt }) {
  const { result, damage, step, more } = words.doubt.columns;
  const trials = doubt.trials.toSorted((a, b) => RANK[a.result] - RANK[b.result]);
  return (
    <Table label={words.doubt.title} columns={[result, damage, step, more]}>
      {trials.map((trial, nth) => (
        <tr key={nth}>
          <td>
            <span class={`badge ${TONE[trial.result]}`}>
              <Icon name={ICON[trial.result]} />
              {words.doubt.result[trial.result]}
            </span>
          </td>
          <td>{trial.damage}</td>
          <td class="soft">
            <span>
              {trial.step}. {trial.sentence}
            </span>
          </td>
          <td>
            <More trial={trial} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function More({ trial }: { trial: Trial }) {
  if (trial.result !== "let_pass" || trial.reason !== "") return <span class="soft">{trial.reason}</span>;
  if (trial.offers.length === 0) return <span class="soft">{words.doubt.noOffer}</span>;
  return (
    <div class="doubt-offers">
      <span class="soft">{words.doubt.offer(trial.offeredAfter)}</span>
      {trial.offers.map((offer) => (
        <code key={offer}>{offer}</code>
      ))}
    </div>
  );
}
