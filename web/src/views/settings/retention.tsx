/** How long runs and their evidence are kept: the organization's own limits, else the operator's. */
import { api, type Organization } from "../../channel/api";
import { words } from "../../words";
import { say } from "../parts/acting";
import { Form, useTexts } from "../parts/form";
import { Card } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Field } from "../parts/parts";

const MEGABYTE = 1_000_000;
const LEAST_MEGABYTES = 10;

export function Retention() {
  const loaded = useLoaded("retention", () => api.organization());
  return (
    <Card title={words.retention.title}>
      <Show of={loaded} rows={3}>
        {({ retention, retentionLimit }) => (
          <div class="card-body">
            <RetentionForm limits={retention} most={retentionLimit} />
          </div>
        )}
      </Show>
    </Card>
  );
}

function RetentionForm({ limits, most }: { limits: Organization["retention"]; most: Organization["retentionLimit"] }) {
  const operators = { days: most.days, runs: most.runs, bytes: most.bytes / MEGABYTE };
  const { given, acting, of } = useTexts({
    days: shown(limits.days),
    runs: shown(limits.runs),
    bytes: shown(limits.bytes == null ? null : limits.bytes / MEGABYTE),
  });
  const send = async () => {
    const bytes = read(given.bytes);
    await api.changeRetention({
      days: read(given.days),
      runs: read(given.runs),
      bytes: bytes === null ? null : Math.round(bytes * MEGABYTE),
    });
    say(words.act.saved);
  };
  return (
    <Form action={words.act.save} acting={acting} fields={[]} send={send}>
      <p class="soft">{words.retention.text}</p>
      <div class="three">
        {(["days", "runs", "bytes"] as const).map((name) => (
          <Field
            key={name}
            label={words.retention[name]}
            type="number"
            min={name === "bytes" ? LEAST_MEGABYTES : 1}
            max={operators[name]}
            step={1}
            placeholder={`${operators[name]}`}
            {...of(name)}
          />
        ))}
      </div>
    </Form>
  );
}

const shown = (limit: number | null | undefined): string => (limit == null ? "" : `${limit}`);
const read = (text: string): number | null => (text.trim() === "" ? null : Number(text));
