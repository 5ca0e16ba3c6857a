/** The elements between which the words could not choose: numbered, each with the words that would, to be taken. */
import type { Failure } from "../../channel/api";
import type { Place } from "../../model/run";
import { words } from "../../words";
import { copy, Do } from "../parts/acting";
import { Icon } from "../parts/icon";
import "./candidates.css";

const EDGE = 0.04; // of the width: so near the left, the number stands inside

/** What taking a candidate does; null where the test cannot be changed from here. */
export type Take = ((words: string) => Promise<void>) | null;

/** Marks over a picture of the viewport; what stands outside of it is only listed. `says`: words of each, to be taken. */
export function Marks({ places, says, take }: { places: Place[]; says: string[]; take: Take }) {
  return (
    <>
      {places.map((place, nth) => {
        if (place === null) return null;
        const [x, y, width, height] = place;
        if (y >= 1 || y + height <= 0) return null;
        const style = { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
        const said = says[nth];
        const kind = x < EDGE ? "mark at-edge" : "mark";
        if (said === undefined) return <span key={nth} class={kind} aria-hidden="true" style={style} />;
        const number = <b class="mark-number">{nth + 1}</b>;
        return take === null ? (
          <span key={nth} class={kind} aria-hidden="true" style={style}>
            {number}
          </span>
        ) : (
          <div key={nth} class={kind} style={style}>
            <Do kind="choice" label={words.run.useNumbered(nth + 1, said)} work={() => take(said)}>
              {number}
            </Do>
          </div>
        );
      })}
    </>
  );
}

export function Candidates({ failure, take }: { failure: Failure; take: Take }) {
  return (
    <ol class="candidates">
      {failure.candidates?.map((sentence, nth) => (
        <li key={sentence}>
          <b class="mark-number">{nth + 1}</b>
          <span>{sentence}</span>
          {take ? (
            <Do kind="small" icon="again" label={words.run.useWords(sentence)} work={() => take(sentence)}>
              {words.run.use}
            </Do>
          ) : (
            <button
              type="button"
              class="button quiet small square"
              aria-label={words.run.copyWords(sentence)}
              title={words.act.copy}
              onClick={() => void copy(sentence, words.run.wordsCopied)}
            >
              <Icon name="copy" />
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
