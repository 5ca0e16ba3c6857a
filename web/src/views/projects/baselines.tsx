/** The pictures a project's checks compare with. Accepting a new one is done on a run's page. */
import { useState } from "preact/hooks";
import { api, type Baseline } from "../../channel/api";
import { day, oneLine } from "../../model/format";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Confirm } from "../parts/acting";
import { Card, Tool } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { State } from "../parts/parts";
import { Comparison } from "./comparison";

export function Baselines({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.baselines(projectId));
  const [removing, setRemoving] = useState<Baseline | null>(null);
  const [changing, setChanging] = useState<Baseline | null>(null);
  return (
    <Card title={words.project.tabs.baselines}>
      <Show of={loaded}>
        {(baselines) =>
          baselines.length === 0 ? (
            <State icon="image" title={words.baseline.none}>
              {words.baseline.noneText}
            </State>
          ) : (
            <ul class="project-grid card-body">
              {baselines.map((baseline) => (
                <li key={baseline.id} class="card">
                  <a href={baseline.url} target="_blank" rel="noreferrer">
                    <img class="baseline" src={baseline.url} alt={called(baseline)} loading="lazy" />
                  </a>
                  <div class="card-head">
                    <div>
                      <strong>{called(baseline)}</strong>
                      <div class="faint">
                        {baseline.procedureId && baseline.testName ? (
                          <a href={`/procedures/${baseline.procedureId}`}>{baseline.testName}</a>
                        ) : (
                          baseline.testName && oneLine(baseline.testName)
                        )}
                        <br />
                        {day(baseline.createdAt)}
                        <br />
                        {words.comparison.told(baseline.threshold, baseline.masks.length)}
                      </div>
                    </div>
                    {mayChange() && (
                      <div class="push form-row">
                        <Tool
                          icon="edit"
                          label={words.comparison.edit(called(baseline))}
                          onClick={() => setChanging(baseline)}
                        />
                        <Tool
                          icon="trash"
                          label={words.act.removeNamed(called(baseline))}
                          onClick={() => setRemoving(baseline)}
                        />
                      </div>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
      {changing && (
        <Comparison
          projectId={projectId}
          baseline={changing}
          name={called(changing)}
          onClose={() => {
            setChanging(null);
            loaded.reload();
          }}
        />
      )}
      {removing && (
        <Confirm
          title={words.baseline.removeTitle}
          text={words.baseline.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(null)}
          work={async () => {
            await api.removeBaseline(projectId, removing.id);
            loaded.reload();
          }}
        />
      )}
    </Card>
  );
}

function called(baseline: Baseline): string {
  return baseline.name || words.run.stepNumber((baseline.stepIndex ?? 0) + 1);
}
