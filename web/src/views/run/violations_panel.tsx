/** What axe found on the final page. */
import type { Violation } from "../../channel/api";
import { selectorOf } from "../../model/run";
import { words } from "../../words";
import { State } from "../parts/parts";

const GRAVE = new Set(["serious", "critical"]);

export function Violations({ found }: { found: Violation[] | null }) {
  if (found === null) return <State icon="dash" title={words.panel.noScan} />;
  if (found.length === 0) return <State icon="check" title={words.panel.noViolations} />;
  return (
    <ul>
      {found.map((violation) => (
        <li key={violation.id} class="violation">
          <h3>
            <span class={GRAVE.has(violation.impact ?? "") ? "badge failed" : "badge warn"}>
              {violation.impact ?? "minor"}
            </span>
            {violation.help}
            <span class="faint">{words.panel.elements(violation.count)}</span>
          </h3>
          <a href={violation.helpUrl} target="_blank" rel="noreferrer">
            {violation.id}
          </a>
          <ul>
            {violation.nodes.map((node, index) => (
              <li key={index}>
                <code>{selectorOf(node)}</code>
                <pre>{node.html}</pre>
                <div class="soft">{node.summary}</div>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
