/** Where a one-time invitation leads: whoever opens it chooses their password. */
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { enter } from "../../model/session";
import { words } from "../../words";
import { Form, useTexts } from "../parts/form";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

export function AcceptInvitation({ token }: { token: string }) {
  const { route } = useLocation();
  const { given, acting, of } = useTexts({ name: "", password: "" });
  const send = async () => {
    enter(await api.accept(token, given));
    route("/", true);
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
      </Form>
    </Entry>
  );
}
