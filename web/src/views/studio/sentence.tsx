/** The sentence that is being written: what it would act on while it is typed, done by Enter. */
import { useEffect, useState } from "preact/hooks";
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Notice } from "../parts/parts";

const PAUSE_MS = 220;

export function Sentence({ studio, text, setText }: { studio: Studio; text: string; setText: (text: string) => void }) {
  const [asked, setAsked] = useState("");
  const sentence = text.trim();
  const tried = studio.tried.value;
  const done = studio.done.value;
  useEffect(() => {
    if (sentence === "") {
      studio.tried.value = null;
      return;
    }
    const timer = setTimeout(() => studio.ask({ type: "try", text: sentence }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [studio, sentence]);
  useEffect(() => {
    if (done?.worked && done.text === asked) setText("");
  }, [done]);
  const send = () => {
    if (sentence === "") return;
    setAsked(sentence);
    studio.ask({ type: "do", text: sentence });
  };
  const shown = tried !== null && tried.text === sentence ? tried : null;
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
        {failed && sentence === failed.text ? (
          <Notice tone="failed">{failed.says}</Notice>
        ) : (
          shown && <p class={shown.understood ? "soft" : "faint"}>{shown.says}</p>
        )}
      </div>
      <Wordings wordings={(failed?.candidates ?? shown?.candidates) || []} text={sentence} take={setText} />
    </form>
  );
}

/** Of several that fit, each by the words that choose it. */
function Wordings({ wordings, text, take }: { wordings: string[]; text: string; take: (text: string) => void }) {
  if (wordings.length === 0) return null;
  const verb = /^\S+/.exec(text)?.[0] ?? "";
  const whole = (words: string) => (/^(the |“|")/.test(words) ? `${verb} ${words}` : words);
  return (
    <div class="studio-choices">
      <p class="faint">{words.studio.say}</p>
      {wordings.map((each) => (
        <button key={each} type="button" class="button small" onClick={() => take(whole(each))}>
          {each}
        </button>
      ))}
    </div>
  );
}
