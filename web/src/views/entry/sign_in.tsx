/** The sign-in page. Stays where it is: whoever opened a run's address comes to that run. */
import { useState } from "preact/hooks";
import { api } from "../../channel/api";
import { passkeys, usable } from "../../channel/passkeys";
import { enter, refusedBecause } from "../../model/session";
import { Refusal } from "../../transport/http";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Form, useTexts } from "../parts/form";
import { useLoaded } from "../parts/loaded";
import { Field, Notice } from "../parts/parts";
import { Entry } from "./entry";

export function SignIn() {
  const { given, acting, of } = useTexts({ email: "", password: "", code: "" });
  const [twoSteps, setTwoSteps] = useState(false);
  const send = async () => {
    const { code, ...known } = given;
    try {
      enter(await api.signIn(twoSteps ? given : known));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "second_factor_required") throw error;
      setTwoSteps(true);
    }
  };
  const why = refusedBecause.value;
  return (
    <Entry title={words.signIn.title} lead={words.signIn.lead} foot={words.signIn.foot}>
      {why !== null && <Notice tone="failed">{words.signIn.refused[why] ?? words.state.failed}</Notice>}
      <Form action={words.signIn.send} acting={acting} fields={Object.keys(given)} send={send} wide>
        <Field label={words.signIn.email} type="email" autoComplete="username" required autoFocus {...of("email")} />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          {...of("password")}
        />
        {twoSteps && (
          <Field
            label={words.signIn.code}
            autoComplete="one-time-code"
            required
            autoFocus
            hint={words.signIn.codeHint}
            {...of("code")}
          />
        )}
      </Form>
      <Otherwise />
    </Entry>
  );
}

/** The ways in beside the password, where there are any. */
function Otherwise() {
  const { value: provider } = useLoaded("provider", () => api.provider());
  const acting = useActing();
  if (!provider && !usable) return null;
  const page = location.pathname + location.search;
  // a target of its own keeps the page's router away: the address is the appliance's, and leads out of it
  return (
    <>
      <p class="or">{words.signIn.or}</p>
      <div class="form">
        {usable && (
          <button
            type="button"
            class="button wide"
            disabled={acting.busy}
            onClick={() => void acting.act(async () => enter(await passkeys.signIn()))}
          >
            {words.signIn.byPasskey}
          </button>
        )}
        <Refused acting={acting} />
        {provider && (
          <a class="button wide" href={`${provider.address}?page=${encodeURIComponent(page)}`} target="_top">
            {words.signIn.by(provider.name)}
          </a>
        )}
      </div>
    </>
  );
}
