/** Pictures of checks beside their baselines, and accepting one: a first picture too, which has no baseline yet. */
import type { VisualResult } from "../../channel/api";
import type { Pictured, Step } from "../../model/run";
import { words } from "../../words";
import { VerdictBadge } from "../parts/parts";
import { AcceptAll, type Accepting, AcceptPicture } from "./accepting";
import { Compare } from "./compare";

type Shown = { steps: Step[]; pictured: Pictured[]; accepting: Accepting };

export function Visuals({ steps, pictured, accepting }: Shown) {
  return (
    <ul>
      {accepting.open.length > 1 && (
        <li class="violation">
          <AcceptAll accepting={accepting} />
        </li>
      )}
      {pictured.map(({ stepIndex, result, url }, index) => {
        const about = steps.find((step) => step.index === stepIndex)?.sentence ?? words.panel.visual;
        return (
          <li key={index} class="violation">
            <h3>
              {result && <VerdictBadge verdict={result.passed ? "passed" : "failed"} />}
              {about}
              <span class="faint">
                {result ? words.panel.differs(result.diffPercent, result.threshold) : words.panel.noBaseline}
              </span>
              <AcceptPicture accepting={accepting} stepIndex={stepIndex} />
            </h3>
            {result ? (
              <Compared result={result} about={about} />
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                <img class="first" src={url} alt={words.run.pictureOf(about)} />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Compared({ result, about }: { result: VisualResult; about: string }) {
  return (
    <Compare
      first={result.diffUrl ? "diff" : "slider"}
      of={{
        before: { url: result.baselineUrl ?? "", name: words.picture.baseline },
        after: { url: result.actualUrl ?? "", name: words.picture.actual },
        diff: result.diffUrl ?? "",
        about,
      }}
    />
  );
}
