/** Whom an environment's sites are signed by, and the certificate it signs in with: what is stored, and a file for another. */
import { useRef } from "preact/hooks";
import type { Environment, EnvironmentBody } from "../../channel/api";
import { day } from "../../model/format";
import { words } from "../../words";
import { Icon } from "../parts/icon";
import "./certificates.css";

type Facts = NonNullable<Environment["authorities"]>[number];

/** What is to be sent: nothing leaves it as it is, null takes it away. */
export interface Certificates {
  authorities?: { name: string; pem: string } | null;
  client?: { name: string; pem?: string; pfx?: string } | null;
}

const SOON = 30 * 24 * 3600 * 1000;

/** The fields of a body for what was chosen. */
export function bodyOf(chosen: Certificates, passphrase: string, origin: string): Partial<EnvironmentBody> {
  const body: Partial<EnvironmentBody> = {};
  if (chosen.authorities !== undefined) body.authorities = chosen.authorities?.pem ?? "";
  if (chosen.client !== undefined) {
    const { pem = "", pfx = "" } = chosen.client ?? {};
    body.clientCertificate = chosen.client && { pem, pfx, passphrase, origin: origin.trim() };
  }
  return body;
}

/** Tells that a certificate has ended, or ends within a month. */
export function Ending({ of }: { of: Facts }) {
  const left = new Date(of.validUntil).getTime() - Date.now();
  if (left > SOON) return null;
  const tell = left < 0 ? words.environment.ended : words.environment.endsSoon;
  return <span class={left < 0 ? "badge failed" : "badge warn"}>{tell(day(of.validUntil))}</span>;
}

function Shown({ of, origin }: { of: Facts; origin?: string | null }) {
  return (
    <li>
      {words.environment.certificate(of.subject, of.issuer)}, {words.environment.validUntil(day(of.validUntil))}
      {origin ? `, ${words.environment.shownTo(origin)}` : ""} <Ending of={of} />
    </li>
  );
}

function Stored({
  label,
  hint,
  wrong,
  choose,
  accept,
  known,
  origin,
  chosen,
  onChoose,
}: {
  label: string;
  hint: string;
  wrong?: string;
  choose: string;
  accept: string;
  known: Facts[];
  origin?: string | null;
  chosen: { name: string } | null | undefined;
  onChoose: (file: File | null) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const { environment } = words;
  const pending = chosen === null ? environment.dropped : chosen && environment.chosenFile(chosen.name);
  return (
    <fieldset class="field certificates">
      <legend>{label}</legend>
      <ul>
        {pending ? (
          <li>{pending}</li>
        ) : known.length > 0 ? (
          known.map((each) => <Shown key={each.subject + each.validUntil} of={each} origin={origin} />)
        ) : (
          <li>{environment.noneStored}</li>
        )}
      </ul>
      <div class="form-row">
        <button type="button" class="button small" onClick={() => field.current?.click()}>
          <Icon name="plus" />
          {choose}
        </button>
        {(chosen || (known.length > 0 && chosen === undefined)) && (
          <button
            type="button"
            class="button small"
            aria-label={environment.drop(label)}
            onClick={() => onChoose(null)}
          >
            {words.act.remove}
          </button>
        )}
      </div>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        aria-label={choose}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onChoose(file);
          currentTarget.value = ""; // the same file may be chosen once more
        }}
      />
      <span class={wrong ? "wrong" : "hint"}>{wrong ?? hint}</span>
    </fieldset>
  );
}

export function CertificateFields({
  environment,
  chosen,
  onChosen,
  about,
}: {
  environment: Environment | null;
  chosen: Certificates;
  onChosen: (chosen: Certificates) => void;
  about: (field: string) => string | undefined;
}) {
  const client = environment?.clientCertificate;
  return (
    <>
      <Stored
        label={words.environment.authorities}
        hint={words.environment.authoritiesHint}
        wrong={about("authorities")}
        choose={words.environment.choosePem}
        accept=".pem,.crt,.cer"
        known={environment?.authorities ?? []}
        chosen={chosen.authorities}
        onChoose={async (file) =>
          onChosen({ ...chosen, authorities: file && { name: file.name, pem: await file.text() } })
        }
      />
      <Stored
        label={words.environment.client}
        hint={words.environment.clientHint}
        wrong={about("clientCertificate")}
        choose={words.environment.choosePfx}
        accept=".pem,.crt,.cer,.pfx,.p12"
        known={client ? [client] : []}
        origin={client?.origin}
        chosen={chosen.client}
        onChoose={async (file) => onChosen({ ...chosen, client: file && (await read(file)) })}
      />
    </>
  );
}

async function read(file: File): Promise<NonNullable<Certificates["client"]>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.includes("-----BEGIN")) return { name: file.name, pem: text };
  return { name: file.name, pfx: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}
