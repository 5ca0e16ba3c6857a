/** What the pages said on the console, and what broke in them. */
import type { ConsoleEvent } from "../../channel/api";
import { placeOf } from "../../model/run";
import { words } from "../../words";
import { State } from "../parts/parts";

export function Console({ events }: { events: ConsoleEvent[] }) {
  if (events.length === 0) return <State icon="check" title={words.panel.noConsole} />;
  return (
    <ul>
      {events.map((event, index) => (
        <li key={index} class={`say ${event.level}`}>
          <span class="level">{event.level}</span>
          <span>
            {event.text}
            {event.times > 1 && ` (${words.panel.times(event.times)})`}
          </span>
          {event.location && <span class="where">{placeOf(event)}</span>}
        </li>
      ))}
    </ul>
  );
}
