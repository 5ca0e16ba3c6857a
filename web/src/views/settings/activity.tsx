/** Who changed what in the organization, newest first, found by words. For owners and admins only. */
import { api } from "../../channel/api";
import { period } from "../../model/period";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Day } from "../parts/day";
import { Card, Table, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Notice, State } from "../parts/parts";
import { useQuery } from "../parts/query";
import { take } from "../parts/take";
import "../parts/filters.css";

const MOST = 500;
const ID = /^[0-9a-f-]{36}$/; // says nothing to people

type Checked = Awaited<ReturnType<typeof api.auditCheck>>;
type Entry = Awaited<ReturnType<typeof api.audit>>[number];

export function Activity() {
  const { query, put } = useQuery();
  const asked = period(query.from, query.to);
  const loaded = useLoaded(`audit ${asked.since ?? ""} ${asked.until ?? ""}`, () => api.audit(MOST, asked));
  const checked = useLoaded("audit-check", () => api.auditCheck());
  const wanted = (query.search ?? "").trim().toLowerCase();
  const search = (
    <input
      class="input"
      type="search"
      aria-label={words.activity.search}
      placeholder={words.activity.search}
      value={query.search ?? ""}
      onInput={(event) => put({ search: event.currentTarget.value })}
    />
  );
  const download = (
    <Do
      icon="down"
      kind="quiet small square"
      label={words.activity.download}
      work={async () => take("activity.csv", await api.auditTable(asked))}
    />
  );
  return (
    <Card
      title={words.settings.activity}
      head={
        <>
          {search}
          <Day label={words.runs.from} value={query.from ?? ""} onChoose={(from) => put({ from })} />
          <Day label={words.runs.to} value={query.to ?? ""} onChoose={(to) => put({ to })} />
          {download}
        </>
      }
    >
      <Show of={loaded}>
        {(entries) => {
          const found = entries.filter((entry) => spoken(entry).join(" ").toLowerCase().includes(wanted));
          if (found.length === 0)
            return (
              <State
                icon="clock"
                title={
                  entries.length === 0 && Object.keys(asked).length === 0 ? words.activity.none : words.activity.noMatch
                }
              />
            );
          return (
            <>
              <Table
                label={words.settings.activity}
                columns={[words.activity.when, words.activity.who, words.activity.what, words.activity.details]}
              >
                {found.map((entry, index) => {
                  const [who, what, details] = spoken(entry);
                  return (
                    <tr key={index}>
                      <td>
                        <When at={entry.at} />
                      </td>
                      <td>{who}</td>
                      <td>{what}</td>
                      <td class="soft">{details}</td>
                    </tr>
                  );
                })}
              </Table>
              {entries.length === MOST && <p class="faint card-body">{words.activity.newest(MOST)}</p>}
            </>
          );
        }}
      </Show>
      <Show of={checked}>{(state) => <Fits state={state} />}</Show>
    </Card>
  );
}

/** Whether each entry fits the one before it; the digest is what an auditor writes down. */
function Fits({ state }: { state: Checked }) {
  if (state.brokenAt !== null)
    return (
      <Notice tone="failed">
        {words.activity.broken} <When at={state.brokenAt} />
      </Notice>
    );
  if (state.end !== "there") return <Notice tone="failed">{words.activity.end[state.end]}</Notice>;
  return (
    <p class="faint card-body">
      {words.activity.intact(state.entries)} <code class="mono digest">{state.head}</code>
      {state.cut && (
        <>
          {" "}
          {words.activity.cut(state.cut.entries)} <When at={state.cut.until} />
        </>
      )}
    </p>
  );
}

function who(entry: Entry): string {
  if (entry.via === "command line") return words.activity.operator;
  const email = entry.email ?? (entry.userId === null ? words.activity.stranger : words.activity.nobody);
  return entry.via && entry.via !== "dashboard" ? `${email}, ${words.activity.byKey(entry.via)}` : email;
}

/** Who, what, and its details. */
function spoken(entry: Entry): [string, string, string] {
  const details = Object.entries(entry.details ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const about = ID.test(entry.subject ?? "") ? [] : [entry.subject];
  return [who(entry), words.activity.action(entry.action), [...about, ...details].filter(Boolean).join(", ")];
}
