/** A project's other addresses, with the headers, cookies and keys they need. */
import { useState } from "preact/hooks";
import { api, type Environment, type EnvironmentBody } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { FormDialog, useTexts } from "../parts/form";
import { Tools } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Field } from "../parts/parts";
import { bodyOf, CertificateFields, type Certificates, Ending } from "./certificates";
import { withScheme } from "./project_form";

export function Environments({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.environments(projectId));
  const { name, address, headers, cookies } = words.environment;
  return (
    <Managed
      title={words.project.tabs.environments}
      may={mayChange()}
      create={words.environment.create}
      of={loaded}
      columns={[name, address, headers, cookies, ""]}
      icon="globe"
      none={words.environment.none}
      noneText={words.environment.noneText}
      form={(environment, close) => <EnvironmentForm projectId={projectId} environment={environment} onClose={close} />}
      removal={(environment) => ({
        title: words.environment.removeTitle(environment.name),
        text: words.environment.removeText,
        work: () => api.removeEnvironment(environment.id),
      })}
    >
      {(environment, edit, remove) => (
        <tr key={environment.id}>
          <td>
            <strong>{environment.name}</strong>{" "}
            {[
              ...environment.authorities,
              ...(environment.clientCertificate ? [environment.clientCertificate] : []),
            ].map((each) => (
              <Ending key={each.subject} of={each} />
            ))}
          </td>
          <td class="mono">{environment.baseUrl}</td>
          <td>{Object.keys(environment.extraHeaders ?? {}).join(", ") || "–"}</td>
          <td>{(environment.cookies ?? []).map((cookie) => String(cookie.name)).join(", ") || "–"}</td>
          <td class="end">{mayChange() && <Tools name={environment.name} edit={edit} remove={remove} />}</td>
        </tr>
      )}
    </Managed>
  );
}

/** `Name: value` or `name=value`, one a line. */
function pairs(text: string, between: string): [string, string][] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf(between);
      return at < 0 ? [line.trim(), ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
}

function EnvironmentForm({
  projectId,
  environment,
  onClose,
}: {
  projectId: string;
  environment: Environment | null;
  onClose: () => void;
}) {
  const known = Object.entries(environment?.extraHeaders ?? {}).map(([name, value]) => `${name}: ${value}`);
  const kept = (environment?.cookies ?? []) as unknown as NonNullable<EnvironmentBody["cookies"]>;
  const { given, acting, of } = useTexts({
    name: environment?.name ?? "",
    baseUrl: environment?.baseUrl ?? "",
    extraHeaders: known.join("\n"),
    cookies: kept.map((cookie) => `${cookie.name}=${cookie.value}`).join("\n"),
    authenticators: Object.entries(environment?.authenticators ?? {})
      .map(([name, key]) => `${name}: ${key}`)
      .join("\n"),
    username: environment?.basicAuth?.username ?? "",
    password: environment?.basicAuth?.password ?? "",
    passphrase: "",
    origin: environment?.clientCertificate?.origin ?? "",
  });
  const [chosen, setChosen] = useState<Certificates>({});
  const send = async () => {
    const body = {
      name: given.name.trim(),
      baseUrl: withScheme(given.baseUrl),
      extraHeaders: Object.fromEntries(pairs(given.extraHeaders, ":")),
      cookies: pairs(given.cookies, "=").map(([cookie, value]) => ({
        ...kept.find((each) => each.name === cookie),
        name: cookie,
        value,
      })),
      basicAuth: given.username.trim() ? { username: given.username.trim(), password: given.password } : null,
      authenticators: Object.fromEntries(pairs(given.authenticators, ":")),
      ...bodyOf(chosen, given.passphrase, given.origin),
    };
    if (environment) await api.changeEnvironment(environment.id, body);
    else await api.createEnvironment(projectId, body);
    onClose();
  };
  return (
    <FormDialog
      title={environment ? words.environment.edit : words.environment.create}
      action={words.act.save}
      acting={acting}
      fields={[...Object.keys(given), "authorities", "clientCertificate"]}
      onClose={onClose}
      send={send}
    >
      <Field label={words.environment.name} required maxLength={200} {...of("name")} />
      <Field label={words.environment.address} required inputMode="url" {...of("baseUrl")} />
      <Field
        label={words.environment.headers}
        area
        rows={3}
        placeholder="X-Preview: on"
        hint={words.environment.headersHint}
        {...of("extraHeaders")}
      />
      <Field
        label={words.environment.cookies}
        area
        rows={3}
        placeholder="consent=yes"
        hint={words.environment.cookiesHint}
        {...of("cookies")}
      />
      <Field
        label={words.environment.username}
        hint={words.environment.basicHint}
        maxLength={200}
        {...of("username")}
      />
      <Field label={words.environment.password} type="password" autocomplete="off" {...of("password")} />
      <Field
        label={words.environment.authenticators}
        area
        rows={2}
        placeholder="admin: JBSW Y3DP EHPK 3PXP"
        hint={words.environment.authenticatorsHint}
        {...of("authenticators")}
      />
      <CertificateFields
        environment={environment}
        chosen={chosen}
        onChosen={setChosen}
        about={(field) => acting.problem?.about(field)}
      />
      {chosen.client && (
        <>
          <Field
            label={words.environment.passphrase}
            type="password"
            autocomplete="off"
            maxLength={1000}
            {...of("passphrase")}
          />
          <Field
            label={words.environment.origin}
            hint={words.environment.originHint}
            inputMode="url"
            placeholder="https://login.example.com"
            {...of("origin")}
          />
        </>
      )}
    </FormDialog>
  );
}
