/** The sign-in page. Stays where it is: whoever opened a run's address comes to that run. */
import { api } from "../../channel/api";
import { enter, refusedBecause } from "../../model/session";
import { words } from "../../words";
import { Form, useTexts } from "../parts/form";
import { useLoaded } from "../parts/loaded";
import { Field, Notice } from "../parts/parts";
import { Entry } from "./entry";

export function SignIn() {
  const { given, acting, of } = useTexts({ email: "", password: "" });
  const send = async () => enter(await api.signIn(given.email, given.password));
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
      </Form>
      <ByProvider />
    </Entry>
  );
}

function ByProvider() {
  const { value: provider } = useLoaded("provider", () => api.provider());
  if (!provider) return null;
  const page = location.pathname + location.search;
  // a target of its own keeps the page's router away: the address is the appliance's, and leads out of it
  return (
    <>
      <p class="or">{words.signIn.or}</p>
      <a class="button wide" href={`${provider.address}?page=${encodeURIComponent(page)}`} target="_top">
        {words.signIn.by(provider.name)}
      </a>
    </>
  );
}
