/** The elements between which the words could not choose: numbered on the picture, each with the words that would. */
import type { Failure } from "../../channel/api";
import { words } from "../../words";
import { copy } from "../parts/acting";
import { Icon } from "../parts/icon";
import "./candidates.css";

const OUTSIDE = [0, -1, 0, 0] as const; // for one that is not drawn
const EDGE = 0.04; // of the width: so near the left, the number stands inside

/** Numbers over a picture of the viewport; what stands outside of it is only listed. */
export function Marks({ failure }: { failure: Failure }) {
  return (
    <>
      {failure.places?.map((place, nth) => {
        const [x, y, width, height] = place ?? OUTSIDE;
        if (y >= 1 || y + height <= 0) return null;
        const where = { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
        return (
          <span key={nth} class={x < EDGE ? "mark at-edge" : "mark"} aria-hidden="true" style={where}>
            <b class="mark-number">{nth + 1}</b>
          </span>
        );
      })}
    </>
  );
}

export function Candidates({ failure }: { failure: Failure }) {
  return (
    <ol class="candidates">
      {failure.candidates?.map((sentence, nth) => (
        <li key={sentence}>
          <b class="mark-number">{nth + 1}</b>
          <span>{sentence}</span>
          <button
            type="button"
            class="button quiet small square"
            aria-label={words.run.copyWords(sentence)}
            title={words.act.copy}
            onClick={() => void copy(sentence, words.run.wordsCopied)}
          >
            <Icon name="copy" />
          </button>
        </li>
      ))}
    </ol>
  );
}
