/** The set-up page: the first owner and the first organization. The token is only asked of other machines. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import { asRefusal, enter } from "../../model/session";
import { words } from "../../words";
import { Form, useTexts } from "../parts/form";
import { Field } from "../parts/parts";
import { Entry } from "./entry";

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const NEW = { organizationName: "", name: "", email: "", password: "", setupToken: "" };

export function SetUp() {
  const { route } = useLocation();
  const { given, acting, of } = useTexts(NEW);
  const [asked, setAsked] = useState(!LOCAL.test(location.hostname));
  const send = async () => {
    const { setupToken, ...body } = given;
    try {
      enter(await api.setUp(asked ? { ...body, setupToken: setupToken.trim() } : body));
      route("/", true);
    } catch (error) {
      if (asRefusal(error).status === 403) setAsked(true);
      throw error;
    }
  };
  return (
    <Entry title={words.setUp.title} lead={words.setUp.lead}>
      <Form action={words.setUp.send} acting={acting} fields={Object.keys(given)} send={send} wide>
        <Field label={words.setUp.organization} required autoFocus maxLength={200} {...of("organizationName")} />
        <Field label={words.setUp.name} autoComplete="name" maxLength={200} {...of("name")} />
        <Field label={words.signIn.email} type="email" autoComplete="username" required {...of("email")} />
        <Field
          label={words.signIn.password}
          type="password"
          autoComplete="new-password"
          required
          hint={words.setUp.passwordHint}
          {...of("password")}
        />
        {asked && (
          <Field
            label={words.setUp.token}
            required
            autoComplete="off"
            hint={words.setUp.tokenHint}
            {...of("setupToken")}
          />
        )}
      </Form>
    </Entry>
  );
}
