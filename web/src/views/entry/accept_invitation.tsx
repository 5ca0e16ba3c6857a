/** Where a one-time invitation leads: whoever opens it chooses their password. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { enter } from "../../model/session";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

export function AcceptInvitation({ token }: { token: string }) {
  const { route } = useLocation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    void acting.act(async () => {
      enter(await api.accept(token, { name, password }));
      route("/", true);
    });
  };
  return (
    <Entry title={words.invitation.title} lead={words.invitation.lead}>
      <form class="form" onSubmit={send}>
        <Field
          label={words.setUp.name}
          autoComplete="name"
          autoFocus
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="new-password"
          required
          value={password}
          wrong={acting.problem?.about("password")}
          hint={words.setUp.passwordHint}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
        <Refused acting={acting} fields={["password"]} />
        <button type="submit" class="button primary wide" disabled={acting.busy}>
          {words.invitation.send}
        </button>
      </form>
    </Entry>
  );
}
