/** The sign-in page. Stays where it is: whoever opened a run's address comes to that run. */
import { api } from "../../channel/api";
import { enter } from "../../model/session";
import { words } from "../../words";
import { Form, useTexts } from "../parts/form";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

export function SignIn() {
  const { given, acting, of } = useTexts({ email: "", password: "" });
  const send = async () => enter(await api.signIn(given.email, given.password));
  return (
    <Entry title={words.signIn.title} lead={words.signIn.lead} foot={words.signIn.foot}>
      <Form action={words.signIn.send} acting={acting} fields={Object.keys(given)} send={send} wide>
        <Field label={words.signIn.email} type="email" autoComplete="username" required autoFocus {...of("email")} />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          {...of("password")}
        />
      </Form>
    </Entry>
  );
}
