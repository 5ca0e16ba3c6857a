/** What is under the pointer, what a list offers, and all that can be said of the page: in words, for mouse and keys. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Box, Deed, State } from "../../channel/studio";
import { percent, type Studio } from "../../model/studio";
import { words } from "../../words";

type Take = (sentence: string) => void;

export function Named({ studio }: { studio: Studio }) {
  return (
    <p class="soft" aria-live="polite">
      {studio.named.value?.called || <span class="faint">{words.studio.pictureHint}</span>}
    </p>
  );
}

/** Beside what it is about, and within the picture. */
function Near({ box, state, children }: { box: Box; state: State; children: ComponentChildren }) {
  const [x, y, width, height] = box;
  const left = x + width / 2 < state.width / 2;
  const below = y + height / 2 < state.height / 2;
  const across = percent(clamped(left ? x : state.width - x - width, state.width), state.width);
  const down = percent(clamped(below ? y + height : state.height - y, state.height), state.height);
  return (
    <div class="live-menu card" style={{ [left ? "left" : "right"]: across, [below ? "top" : "bottom"]: down }}>
      {children}
    </div>
  );
}

const clamped = (at: number, whole: number): number => Math.min(Math.max(0, at), whole * 0.8);

/** What can be done with the thing that was pointed at, until something else is done. */
export function Menu({ studio, onClose, take }: { studio: Studio; onClose: () => void; take: Take }) {
  const named = studio.named.value;
  const state = studio.state.value;
  if (state === null || named === null || named.box === null || named.deeds.length === 0) return null;
  return (
    <Near box={named.box} state={state}>
      <fieldset class="studio-choices" aria-label={named.called}>
        {named.deeds.map((deed) => (
          <button
            key={deed.sentence}
            type="button"
            class="button small"
            onClick={() => {
              onClose();
              act(studio, deed, take);
            }}
          >
            <span class="faint">{words.studio.deeds[deed.kind]}</span> {deed.sentence}
          </button>
        ))}
      </fieldset>
    </Near>
  );
}

/** What lacks a text is written on; what is whole is done. */
function act(studio: Studio, deed: Deed, take: Take): void {
  if (deed.sentence.includes("…")) take(deed.sentence);
  else studio.ask({ type: "do", text: deed.sentence });
}

export function Options({ studio }: { studio: Studio }) {
  const choices = studio.choices.value;
  const state = studio.state.value;
  if (choices === null || state === null) return null;
  return (
    <Near box={choices.box ?? [0, 0, 0, 0]} state={state}>
      <fieldset class="studio-choices" aria-label={words.studio.choose}>
        <p class="faint">{words.studio.choose}</p>
        {choices.options.map(([option, sentence]) => (
          <button
            key={sentence}
            type="button"
            class="button small"
            onClick={() => studio.ask({ type: "do", text: sentence })}
          >
            {option}
          </button>
        ))}
      </fieldset>
    </Near>
  );
}

const SEEK_MS = 250;

/** Asked for anew as the page becomes another; of a page with more than is told, what is sought is asked for. */
export function Offers({ studio, take }: { studio: Studio; take: Take }) {
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState("");
  const asked = useRef<string | null>(null);
  const offered = studio.offered.value;
  const state = studio.state.value;
  const page = `${state?.address} ${state?.lines.at(-1)?.number} ${state?.busy === ""}`;
  const shown = useRef(page);
  const folded = sought.trim().toLowerCase();
  const fitting = (offered?.offers ?? []).filter((offer) =>
    `${offer.called} ${offer.sentence}`.toLowerCase().includes(folded),
  );
  useEffect(() => {
    const another = shown.current !== page;
    const wider = asked.current !== folded && (offered?.more || offered?.sought !== "");
    if (!open || state?.busy !== "" || !(another || wider)) return;
    const timer = setTimeout(() => {
      shown.current = page;
      asked.current = folded;
      studio.ask({ type: "offers", sought: folded });
    }, SEEK_MS);
    return () => clearTimeout(timer);
  }, [open, page, folded, offered]);
  return (
    <details
      class="studio-offers"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (!event.currentTarget.open) return;
        shown.current = page;
        asked.current = folded;
        studio.ask({ type: "offers", sought: folded });
      }}
    >
      <summary>{words.studio.offers}</summary>
      {offered !== null && (
        <>
          <input
            class="input"
            type="search"
            maxLength={200}
            aria-label={words.studio.find}
            placeholder={words.studio.find}
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
          <p class="faint" role="status">
            {words.studio.found(fitting.length)}
            {offered.looking ? words.studio.stillLooking : offered.more ? words.studio.seekMore : ""}
          </p>
          <ul>
            {fitting.map((offer) => (
              <li key={offer.sentence}>
                <button type="button" class="button quiet small" onClick={() => take(offer.sentence)}>
                  {offer.sentence}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
