/** How a step came about: which rule read its words, how its element was found, where it can be found again. */
import type { Step } from "../../model/run";
import { words } from "../../words";
import { copy } from "../parts/acting";
import { Icon } from "../parts/icon";

/** `snapshot`: where the page can be looked at as it was. */
export function Provenance({ step, snapshot }: { step: Step; snapshot: string | null }) {
  const { found } = step;
  const place = found?.known?.locator;
  const facts: [string, string | null][] = [
    [words.run.readAs, step.rule && `${step.rule} (${words.source[step.source] ?? step.source})`],
    [words.run.foundBy, found ? [found.rung, found.reason].filter(Boolean).join(", ") : null],
    [words.run.fitting, found && found.candidates > 1 ? `${found.candidates}` : null],
    [words.run.value, step.value],
  ];
  const told = facts.filter(([, value]) => value);
  if (told.length === 0 && !place && snapshot === null) return null;
  return (
    <dl class="provenance" aria-label={words.run.provenance}>
      {snapshot && (
        <div>
          <dt>{words.run.page}</dt>
          <dd>
            <a href={snapshot} target="_blank" rel="noreferrer">
              {words.run.snapshot}
            </a>
          </dd>
        </div>
      )}
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {place && (
        <div>
          <dt>{words.run.locator}</dt>
          <dd class="mono">{place}</dd>
          <button
            type="button"
            class="button quiet small square"
            aria-label={words.run.copyLocator}
            title={words.run.copyLocator}
            onClick={() => void copy(place, words.run.locatorCopied)}
          >
            <Icon name="copy" />
          </button>
        </div>
      )}
    </dl>
  );
}
