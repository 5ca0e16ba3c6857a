/** What the session asks back: a dialog of the page, and which of several things is meant, each in a small picture. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Box, Candidate, Question } from "../../channel/studio";
import type { Studio } from "../../model/studio";
import { words } from "../../words";

const MARGIN = 12;
const LEAST = { width: 320, height: 170 }; // a card's or a row's name is in it

/** A dialog of the page stands over the picture until it is answered. */
export function Asked({ studio }: { studio: Studio }) {
  const question = studio.question.value;
  return question === null ? null : <Dialog key={question.text} studio={studio} question={question} />;
}

function Dialog({ studio, question }: { studio: Studio; question: Question }) {
  const [text, setText] = useState(question.value);
  const first = useRef<HTMLElement>(null);
  useEffect(() => first.current?.focus(), []);
  const answer = (accept: boolean) => studio.ask({ type: "answer", accept, text: accept ? text : "" });
  const prompt = question.kind === "prompt";
  const field = {
    ref: first as { current: HTMLInputElement | null },
    class: "input",
    autocomplete: "off",
    "aria-label": words.studio.answer,
    value: text,
    onInput: (event: InputEvent) => setText((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div
      class="live-question card"
      role="alertdialog"
      aria-label={words.studio.asks[question.kind]}
      aria-describedby="question-text"
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          answer(true);
        }}
      >
        <p class="faint">{words.studio.asks[question.kind]}</p>
        <p id="question-text">{question.text}</p>
        {prompt && (question.secret ? <input {...field} type="password" /> : <input {...field} />)}
        <div class="form-row">
          <button
            ref={prompt ? undefined : (first as { current: HTMLButtonElement | null })}
            type="submit"
            class="button primary"
          >
            {words.studio.ok}
          </button>
          {question.kind !== "alert" && (
            <button type="button" class="button" onClick={() => answer(false)}>
              {words.studio.cancel}
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

type Meant = { studio: Studio; picture: Blob | null; candidates: Candidate[]; take: (sentence: string) => void };

/** Of several that could be meant: a picture of each, and the words that tell it apart. */
export function Candidates({ studio, picture, candidates, take }: Meant) {
  const state = studio.state.value;
  if (state === null) return null;
  return (
    <ul class="studio-candidates">
      {candidates.map((each) => (
        <li key={each.sentence}>
          <button type="button" onClick={() => take(each.sentence)}>
            <Crop picture={picture} box={each.box} width={state.width} height={state.height} />
            <span class="mono">{each.sentence}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Crop({
  picture,
  box,
  width,
  height,
}: {
  picture: Blob | null;
  box: Box | null;
  width: number;
  height: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown] = useState(picture); // the page as it was when the question came
  const part = box === null ? null : around(box, width, height);
  useEffect(() => {
    if (shown === null || part === null) return;
    let current = true;
    void createImageBitmap(shown).then((bitmap) => {
      const scale = bitmap.width / width;
      const [x, y, wide, high] = part;
      const at = canvas.current;
      if (current && at !== null) {
        at.width = wide * scale;
        at.height = high * scale;
        at.getContext("2d")?.drawImage(
          bitmap,
          x * scale,
          y * scale,
          wide * scale,
          high * scale,
          0,
          0,
          at.width,
          at.height,
        );
      }
      bitmap.close();
    });
    return () => {
      current = false;
    };
  }, [shown]);
  if (shown === null || part === null) return <span class="studio-crop faint">{words.studio.outOfView}</span>;
  return <canvas class="studio-crop" ref={canvas} style={{ aspectRatio: `${part[2]} / ${part[3]}` }} />;
}

/** The thing with a little of what stands around it; nothing where it is not in view. */
function around([x, y, wide, high]: Box, width: number, height: number): Box | null {
  if (x + wide <= 0 || y + high <= 0 || x >= width || y >= height) return null;
  const across = Math.min(Math.max(wide + 2 * MARGIN, LEAST.width), width);
  const down = Math.min(Math.max(high + 2 * MARGIN, LEAST.height), height, LEAST.height * 2);
  const left = Math.min(Math.max(0, x + wide / 2 - across / 2), width - across);
  const top = Math.min(Math.max(0, y + high / 2 - down / 2), height - down);
  return [left, top, across, down];
}
