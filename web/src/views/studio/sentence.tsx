/** The sentence that is being written: what it would act on while it is typed, done by Enter. */
import { useEffect, useRef } from "preact/hooks";
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Candidates } from "./asked";

const PAUSE_MS = 220;

export function Sentence({ studio, text, setText }: { studio: Studio; text: string; setText: (text: string) => void }) {
  const sentence = text.trim();
  const mark = useMark(sentence);
  const tried = studio.tried.value;
  const done = studio.done.value;
  useEffect(() => {
    if (studio.done.value?.worked === false) studio.done.value = null; // what failed was another sentence
    if (sentence === "") {
      studio.tried.value = null;
      return;
    }
    const timer = setTimeout(() => studio.ask({ type: "try", text: sentence, mark: mark }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [studio, sentence]);
  useEffect(() => {
    if (done?.worked && done.mark === mark) setText("");
  }, [done]);
  const send = () => {
    if (sentence === "") return;
    studio.ask({ type: "do", text: sentence, mark: mark });
  };
  const shown = tried !== null && tried.mark === mark ? tried : null;
  const failed = done !== null && !done.worked ? done : null;
  return (
    <form
      class="studio-sentence"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label class="label" for="sentence">
        {words.studio.sentence}
      </label>
      <div class="form-row">
        <input
          id="sentence"
          class="input"
          autocomplete="off"
          spellcheck={false}
          maxLength={4000}
          placeholder={words.studio.placeholder}
          value={text}
          aria-describedby="sentence-says"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={sentence === ""}>
          {words.studio.perform}
        </button>
      </div>
      <div id="sentence-says" aria-live="polite">
        {shown && !(failed && failed.mark === mark) && <p class={shown.understood ? "soft" : "faint"}>{shown.says}</p>}
      </div>
      {shown !== null && shown.places.length > 0 ? (
        <Candidates
          key={sentence}
          studio={studio}
          picture={studio.picture.value}
          candidates={shown.candidates.map((words, nth) => ({
            sentence: whole(words, sentence),
            box: shown.places[nth] ?? null,
          }))}
          take={setText}
        />
      ) : (
        <Wordings wordings={(failed?.candidates ?? shown?.candidates) || []} text={sentence} take={setText} />
      )}
    </form>
  );
}

/** The sentence's number: an answer whose text is masked is known by it. */
function useMark(sentence: string): number {
  const last = useRef({ sentence, mark: 1 });
  if (last.current.sentence !== sentence) last.current = { sentence, mark: last.current.mark + 1 };
  return last.current.mark;
}

/** A wording of what is meant alone, with the verb it was asked with. */
function whole(wording: string, text: string): string {
  const verb = /^\S+/.exec(text)?.[0] ?? "";
  return /^(the |“|")/.test(wording) ? `${verb} ${wording}` : wording;
}

/** Of several that fit, each by the words that choose it. */
function Wordings({ wordings, text, take }: { wordings: string[]; text: string; take: (text: string) => void }) {
  if (wordings.length === 0) return null;
  return (
    <div class="studio-choices">
      <p class="faint">{words.studio.say}</p>
      {wordings.map((each) => (
        <button key={each} type="button" class="button small" onClick={() => take(whole(each, text))}>
          {each}
        </button>
      ))}
    </div>
  );
}
