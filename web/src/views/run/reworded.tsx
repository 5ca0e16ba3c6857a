/** The clauses of a test that a model planned, each as the words that need none: one button puts them all in its text. */
import { useLocation } from "preact-iso";
import { api, type RunDetail } from "../../channel/api";
import type { Step } from "../../model/run";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { copy, Do, say } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import "./reworded.css";

/** Where the words of a run are edited: as it was asked, or as they need no model. */
export function editing(run: RunDetail, plain = false): string {
  return `/projects/${run.projectId}?from=${run.id}${plain ? "&plain=yes" : ""}`;
}

export function SayItSo({ run, steps }: { run: RunDetail; steps: Step[] }) {
  const { route } = useLocation();
  const planned = steps.some((step) => step.source === "model");
  const { value } = useLoaded(`${run.id} ${planned}`, async () => (planned ? api.rewording(run.id) : null));
  if (value === null || value.words === null) return null;
  const { procedureId, words: plain } = value;
  const put = async () => {
    if (procedureId === null) return route(editing(run, true));
    await api.changeProcedure(procedureId, { description: plain });
    say(words.reworded.done);
    route(`/procedures/${procedureId}`);
  };
  return (
    <section class="card reworded" aria-label={words.reworded.title}>
      <div class="card-head">
        <Icon name="text" />
        <h2>{words.reworded.count(value.clauses.length)}</h2>
        <span class="faint">{words.reworded.text}</span>
        {mayChange() && (
          <span class="push">
            <Do kind="primary" icon="edit" work={put}>
              {words.reworded.sayItSo}
            </Do>
          </span>
        )}
      </div>
      <ul>
        {value.clauses.map((clause) => (
          <li key={clause.start}>
            <span class="was">{clause.text}</span>
            <span class="now">{clause.instead}</span>
            <button
              type="button"
              class="button small square"
              aria-label={words.reworded.copy(clause.text)}
              title={words.act.copy}
              onClick={() => void copy(clause.instead, words.run.wordsCopied)}
            >
              <Icon name="copy" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
