/** Who changed what in the organization, newest first. For owners and admins only. */
import { api } from "../../channel/api";
import { ago, moment } from "../../model/format";
import { words } from "../../words";
import { now } from "../parts/clock";
import { Show, useLoaded } from "../parts/loaded";
import { Scroll, State } from "../parts/parts";

const MOST = 200;

export function Activity() {
  const loaded = useLoaded("audit", () => api.audit(MOST));
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.settings.activity}</h2>
      </div>
      <Show of={loaded}>
        {(entries) =>
          entries.length === 0 ? (
            <State icon="clock" title={words.activity.none} />
          ) : (
            <Scroll kind="scroll-x" label={words.settings.activity}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{words.activity.when}</th>
                    <th>{words.activity.who}</th>
                    <th>{words.activity.what}</th>
                    <th>{words.activity.details}</th>
                  </tr>
                </thead>
                <tbody>
                  {entries.map((entry, index) => (
                    <tr key={index}>
                      <td>
                        <time dateTime={entry.at} title={moment(entry.at)}>
                          {ago(entry.at, now.value)}
                        </time>
                      </td>
                      <td>{entry.email ?? words.activity.nobody}</td>
                      <td>{words.activity.action(entry.action)}</td>
                      <td class="soft">
                        {Object.entries(entry.details ?? {})
                          .map(([name, value]) => `${name}: ${String(value)}`)
                          .join(", ")}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )
        }
      </Show>
    </section>
  );
}
