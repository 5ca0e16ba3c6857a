/** The set-up page: the first owner and the first organization. The token is only asked of other machines. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { enter } from "../../model/session";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const FIELDS = ["email", "password", "organizationName", "name"];

export function SetUp() {
  const { route } = useLocation();
  const [given, setGiven] = useState({ organizationName: "", name: "", email: "", password: "", setupToken: "" });
  const [asked, setAsked] = useState(!LOCAL.test(location.hostname));
  const acting = useActing();
  const wrong = (field: string) => acting.problem?.about(field);
  const keep = (field: keyof typeof given) => (event: { currentTarget: HTMLInputElement }) =>
    setGiven({ ...given, [field]: event.currentTarget.value });
  const send = (event: Event) => {
    event.preventDefault();
    const { setupToken, ...body } = given;
    void acting.act(async () => {
      try {
        enter(await api.setUp(asked ? { ...body, setupToken: setupToken.trim() } : body));
        route("/", true);
      } catch (error) {
        if (error instanceof Error && "status" in error && error.status === 403) setAsked(true);
        throw error;
      }
    });
  };
  return (
    <Entry title={words.setUp.title} lead={words.setUp.lead}>
      <form class="form" onSubmit={send}>
        <Field
          label={words.setUp.organization}
          required
          autoFocus
          maxLength={200}
          value={given.organizationName}
          wrong={wrong("organizationName")}
          onInput={keep("organizationName")}
        />
        <Field
          label={words.setUp.name}
          autoComplete="name"
          maxLength={200}
          value={given.name}
          wrong={wrong("name")}
          onInput={keep("name")}
        />
        <Field
          label={words.signIn.email}
          type="email"
          autoComplete="username"
          required
          value={given.email}
          wrong={wrong("email")}
          onInput={keep("email")}
        />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="new-password"
          required
          value={given.password}
          wrong={wrong("password")}
          hint={words.setUp.passwordHint}
          onInput={keep("password")}
        />
        {asked && (
          <Field
            label={words.setUp.token}
            required
            autoComplete="off"
            value={given.setupToken}
            hint={words.setUp.tokenHint}
            onInput={keep("setupToken")}
          />
        )}
        <Refused acting={acting} fields={FIELDS} />
        <button type="submit" class="button primary wide" disabled={acting.busy}>
          {words.setUp.send}
        </button>
      </form>
    </Entry>
  );
}
