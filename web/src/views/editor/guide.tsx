/** The way to the first verdict on the demo shop: what to do, and how much of it is done. */
import { words } from "../../words";
import { Icon } from "../parts/icon";
import "./guide.css";

/** `runs`: how many there were already. */
export function Guide({ runs }: { runs: number }) {
  const done = runs === 0 ? 0 : runs + 1;
  return (
    <section class="card guide" aria-label={words.first.guide}>
      <h2>{words.first.guide}</h2>
      <ol>
        {words.first.steps.map((step, index) => (
          <li key={step} class={index < done ? "done" : undefined} aria-current={index === done ? "step" : undefined}>
            <span class="guide-mark">{index < done ? <Icon name="check" /> : index + 1}</span>
            <span>
              {index < done && <span class="hidden-text">{words.first.done}: </span>}
              {step}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
