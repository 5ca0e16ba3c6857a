/** What is under the pointer, what a list offers, and all that can be said of the page: in words, for mouse and keys. */
import { useState } from "preact/hooks";
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

export function Offers({ studio, take }: { studio: Studio; take: Take }) {
  const [sought, setSought] = useState("");
  const offers = studio.offers.value;
  const folded = sought.trim().toLowerCase();
  const fitting = (offers ?? []).filter((offer) => `${offer.called} ${offer.sentence}`.toLowerCase().includes(folded));
  return (
    <details
      class="studio-offers"
      onToggle={(event) => {
        if (event.currentTarget.open) studio.ask({ type: "offers" });
      }}
    >
      <summary>{words.studio.offers}</summary>
      {offers !== null && (
        <>
          <input
            class="input"
            type="search"
            aria-label={words.studio.find}
            placeholder={words.studio.find}
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
          <p class="faint" role="status">
            {words.studio.found(fitting.length)}
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
