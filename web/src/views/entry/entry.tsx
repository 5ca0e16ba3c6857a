/** The frame of the pages before sign-in. */
import type { ComponentChildren } from "preact";
import icon from "../../icon.svg";
import { words } from "../../words";
import { useTitle } from "../parts/parts";
import "./entry.css";

export function Entry({
  title,
  lead,
  foot,
  children,
}: {
  title: string;
  lead: string;
  foot?: string;
  children: ComponentChildren;
}) {
  useTitle(title);
  return (
    <Threshold>
      <div class="card">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {children}
      </div>
      {foot && <p class="foot">{foot}</p>}
    </Threshold>
  );
}

/** The product's name over whatever stands before sign-in. */
export function Threshold({ children }: { children: ComponentChildren }) {
  return (
    <div class="entry">
      <main>
        <div class="brand">
          <img src={icon} alt="" />
          {words.product}
        </div>
        {children}
        <p class="foot">
          <a href="/docs/start/" target="_blank" rel="noopener">
            {words.nav.manual}
          </a>
        </p>
      </main>
    </div>
  );
}
