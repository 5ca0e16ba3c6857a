/** Two pictures of the same place compared: by a slider, side by side, as an onion skin, or by what differs. */
import { useState } from "preact/hooks";
import { words } from "../../words";
import { useQuery } from "../parts/query";
import "./compare.css";

type Picture = { url: string; name: string };
export type Compared = { before: Picture; after: Picture; diff?: string; about: string };

const WAYS = ["slider", "side", "onion", "diff"] as const;
type Way = (typeof WAYS)[number];

/** `first`: how they are compared until somebody chooses; the choice stands in the address. */
export function Compare({ of, first }: { of: Compared; first: Way }) {
  const { query, href } = useQuery();
  const ways = WAYS.filter((way) => way !== "diff" || of.diff);
  const way = ways.find((each) => each === query.compare) ?? first;
  return (
    <div class="compare">
      <nav class="segments" aria-label={words.compare.label}>
        {ways.map((each) => (
          <a key={each} href={href({ compare: each })} aria-current={each === way ? "true" : undefined}>
            {words.compare[each]}
          </a>
        ))}
      </nav>
      {way === "side" && (
        <div class="side">
          {[of.before, of.after].map((picture) => (
            <Shown key={picture.name} picture={picture} about={of.about} />
          ))}
        </div>
      )}
      {way === "diff" && of.diff && <Shown picture={{ url: of.diff, name: words.picture.diff }} about={of.about} />}
      {(way === "slider" || way === "onion") && <Layered key={way} of={of} way={way} />}
    </div>
  );
}

function Shown({ picture, about }: { picture: Picture; about: string }) {
  return (
    <figure>
      <a href={picture.url} target="_blank" rel="noreferrer">
        <img src={picture.url} alt={`${picture.name}: ${about}`} loading="lazy" />
      </a>
      <figcaption>{picture.name}</figcaption>
    </figure>
  );
}

/** One picture over the other: cut off at the slider, or shining through as far as it is drawn. */
function Layered({ of, way }: { of: Compared; way: "slider" | "onion" }) {
  const [at, setAt] = useState(50);
  const over = way === "slider" ? { clipPath: `inset(0 0 0 ${at}%)` } : { opacity: at / 100 };
  return (
    <figure>
      <div class={`layers ${way}`}>
        <img src={of.before.url} alt={`${of.before.name}: ${of.about}`} />
        <img src={of.after.url} alt={`${of.after.name}: ${of.about}`} style={over} />
        {way === "slider" && <span class="cut" style={{ left: `${at}%` }} aria-hidden="true" />}
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label={words.compare.share(way, of.after.name)}
          onInput={(event) => setAt(event.currentTarget.valueAsNumber)}
        />
      </div>
      <figcaption class="ends">
        <span>{of.before.name}</span>
        <span>{of.after.name}</span>
      </figcaption>
    </figure>
  );
}
