/** What the runs of each project record, and how long the organization keeps it. */
import { api, EVIDENCE_KINDS, type Project } from "../../channel/api";
import { mayChange, mayManage } from "../../model/session";
import { words } from "../../words";
import { say } from "../parts/acting";
import { Card, Table } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { State } from "../parts/parts";
import { Retention } from "./retention";

const KINDS = EVIDENCE_KINDS.filter((kind) => kind.runMay);
type Choice = Record<string, boolean>;
const DEFAULT: Choice = Object.fromEntries(KINDS.map((kind) => [kind.name, kind.byDefault]));

export function Evidence() {
  const loaded = useLoaded("evidence", () => api.projects());
  return (
    <div class="form">
      <Card title={words.evidence.title}>
        <p class="card-body soft">{words.evidence.text}</p>
        <Show of={loaded}>
          {(projects) =>
            projects.length === 0 ? (
              <State icon="film" title={words.home.none} />
            ) : (
              <Table label={words.evidence.title} columns={[words.runs.project, ...KINDS.map((kind) => kind.label)]}>
                {projects.map((project) => (
                  <Row
                    key={project.id}
                    project={project}
                    onChange={(changed) =>
                      loaded.replace(projects.map((each) => (each.id === changed.id ? changed : each)))
                    }
                  />
                ))}
              </Table>
            )
          }
        </Show>
      </Card>
      {mayManage() && <Retention />}
    </div>
  );
}

function Row({ project, onChange }: { project: Project; onChange: (project: Project) => void }) {
  const chosen: Choice = { ...DEFAULT, ...project.evidence };
  const choose = async (kind: string, on: boolean) => {
    try {
      onChange(await api.changeProject(project.id, { evidence: { ...chosen, [kind]: on } }));
      say(words.act.saved);
    } catch (error) {
      onChange(project);
      say(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <tr>
      <td>
        <strong>{project.name}</strong>
      </td>
      {KINDS.map((kind) => (
        <td key={kind.name}>
          <input
            type="checkbox"
            checked={chosen[kind.name]}
            disabled={!mayChange()}
            title={kind.says}
            aria-label={words.evidence.ofProject(kind.label, project.name)}
            onChange={(event) => void choose(kind.name, event.currentTarget.checked)}
          />
        </td>
      ))}
    </tr>
  );
}
