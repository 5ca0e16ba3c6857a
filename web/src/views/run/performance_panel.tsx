/** How fast each page came. */
import { duration } from "../../model/format";
import type { PageTimings } from "../../model/run";
import { words } from "../../words";
import { State } from "../parts/parts";

const METRICS = ["ttfbMs", "fcpMs", "lcpMs", "domContentLoadedMs", "loadEventMs"] as const;

export function Performance({ timings }: { timings: PageTimings[] }) {
  if (timings.length === 0) return <State icon="clock" title={words.panel.noTimings} />;
  return (
    <table class="table">
      <thead>
        <tr>
          <th>{words.panel.address}</th>
          {METRICS.map((metric) => (
            <th key={metric} class="end">
              {words.metric[metric]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {timings.map((timing, index) => (
          <tr key={index}>
            <td class="address mono">{timing.url}</td>
            {METRICS.map((metric) => {
              const value = timing.took[metric];
              return (
                <td key={metric} class="end numeric">
                  {value === null ? "–" : duration(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
