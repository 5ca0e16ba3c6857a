/** The sign-in page. Stays where it is: whoever opened a run's address comes to that run. */
import { useState } from "preact/hooks";
import { api } from "../../channel/api";
import { enter } from "../../model/session";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

export function SignIn() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    void acting.act(async () => enter(await api.signIn(email, password)));
  };
  return (
    <Entry title={words.signIn.title} lead={words.signIn.lead} foot={words.signIn.foot}>
      <form class="form" onSubmit={send}>
        <Field
          label={words.signIn.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <Refused acting={acting} />
        <button type="submit" class="button primary wide" disabled={acting.busy}>
          {words.signIn.send}
        </button>
      </form>
    </Entry>
  );
}
