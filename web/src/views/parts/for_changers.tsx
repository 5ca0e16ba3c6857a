/** Shows what changes something to those who may; says to the others that it is not for their role. */
import type { ComponentChildren } from "preact";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { State } from "./parts";

export function ForChangers({ children }: { children: ComponentChildren }) {
  if (mayChange()) return <>{children}</>;
  return (
    <section class="card">
      <State icon="lock" title={words.state.forbidden}>
        {words.state.viewers}
      </State>
    </section>
  );
}
