/** The requests the pages made. */
import type { NetworkEvent } from "../../channel/api";
import { bytes, duration } from "../../model/format";
import { words } from "../../words";
import { State } from "../parts/parts";

export function Network({ events }: { events: NetworkEvent[] }) {
  if (events.length === 0) return <State icon="globe" title={words.panel.noNetwork} />;
  return (
    <table class="table">
      <thead>
        <tr>
          <th>{words.panel.status}</th>
          <th>{words.panel.method}</th>
          <th>{words.panel.address}</th>
          <th>{words.panel.type}</th>
          <th class="end">{words.panel.size}</th>
          <th class="end">{words.panel.time}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event, index) => (
          <tr key={index}>
            <td class={event.failed ? "numeric bad" : "numeric"}>{event.status ?? words.panel.noAnswer}</td>
            <td>{event.method}</td>
            <td class="address mono">
              {event.url}
              {event.failure && <div class="bad">{event.failure}</div>}
            </td>
            <td>{event.resourceType}</td>
            <td class="end numeric">{event.size === null ? "" : bytes(event.size)}</td>
            <td class="end numeric">{event.durationMs === null ? "" : duration(event.durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
