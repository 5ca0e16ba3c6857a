/** What is under the pointer, what a list offers, and all that can be said of the page: in words, for mouse and keys. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Deed } from "../../channel/studio";
import type { Studio } from "../../model/studio";
import { words } from "../../words";

type Take = (sentence: string) => void;

export function Named({ studio, open, take }: { studio: Studio; open: boolean; take: Take }) {
  const named = studio.named.value;
  return (
    <div class="studio-named">
      <p class="soft" aria-live="polite">
        {named?.called || <span class="faint">{words.studio.pictureHint}</span>}
      </p>
      {open && named && named.deeds.length > 0 && (
        <fieldset class="studio-choices" aria-label={named.called}>
          {named.deeds.map((deed) => (
            <button key={deed.sentence} type="button" class="button small" onClick={() => act(studio, deed, take)}>
              <span class="faint">{words.studio.deeds[deed.kind]}</span> {deed.sentence}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** What lacks a text is written on; what is whole is done. */
function act(studio: Studio, deed: Deed, take: Take): void {
  if (deed.sentence.includes("…")) take(deed.sentence);
  else studio.ask({ type: "do", text: deed.sentence });
}

export function Options({ studio }: { studio: Studio }) {
  const choices = studio.choices.value;
  if (choices === null) return null;
  return (
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
