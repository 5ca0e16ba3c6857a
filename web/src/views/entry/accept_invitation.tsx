/** Where a one-time invitation leads: whoever opens it chooses their password. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { enter } from "../../model/session";
import { Refusal } from "../../transport/http";
import { words } from "../../words";
import { Form, useTexts } from "../parts/form";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

export function AcceptInvitation({ token }: { token: string }) {
  const { route } = useLocation();
  const { given, acting, of } = useTexts({ name: "", password: "", code: "" });
  const [twoSteps, setTwoSteps] = useState(false); // of an account that was made meanwhile
  const send = async () => {
    const { code, ...known } = given;
    try {
      enter(await api.accept(token, twoSteps ? given : known));
      route("/", true);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "second_factor_required") throw error;
      setTwoSteps(true);
    }
  };
  return (
    <Entry title={words.invitation.title} lead={words.invitation.lead}>
      <Form action={words.invitation.send} acting={acting} fields={Object.keys(given)} send={send} wide>
        <Field label={words.setUp.name} autoComplete="name" autoFocus {...of("name")} />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="new-password"
          required
          hint={words.setUp.passwordHint}
          {...of("password")}
        />
        {twoSteps && (
          <Field
            label={words.signIn.code}
            autoComplete="one-time-code"
            required
            hint={words.signIn.codeHint}
            {...of("code")}
          />
        )}
      </Form>
    </Entry>
  );
}
