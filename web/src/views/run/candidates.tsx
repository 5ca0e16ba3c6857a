/** The elements between which the words could not choose: numbered on the picture, each with the words that would. */
import type { Failure } from "../../model/run";
import { words } from "../../words";
import { copy } from "../parts/acting";
import { Icon } from "../parts/icon";
import "./candidates.css";

const EDGE = 0.04; // of the width: so near the left, the number stands inside

/** Numbers over a picture of the viewport; what stands outside of it is only listed. */
export function Marks({ failure }: { failure: Failure }) {
  return (
    <>
      {failure.places.map(
        (place, nth) =>
          place !== null &&
          place.y < 1 &&
          place.y + place.height > 0 && (
            <span
              key={nth}
              class={place.x < EDGE ? "mark at-edge" : "mark"}
              aria-hidden="true"
              style={{
                left: `${place.x * 100}%`,
                top: `${place.y * 100}%`,
                width: `${place.width * 100}%`,
                height: `${place.height * 100}%`,
              }}
            >
              <b class="mark-number">{nth + 1}</b>
            </span>
          ),
      )}
    </>
  );
}

export function Candidates({ failure }: { failure: Failure }) {
  return (
    <ol class="candidates">
      {failure.candidates.map((sentence, nth) => (
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
