/** API keys: minted here, shown once, revoked at once. */
import { useState } from "preact/hooks";
import { api, type Minted } from "../../channel/api";
import { day } from "../../model/format";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Dialog } from "../parts/acting";
import { FormDialog, Taken, useTexts } from "../parts/form";
import { useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Choice, Field, Notice } from "../parts/parts";

export function Keys() {
  const loaded = useLoaded("keys", () => api.keys());
  return (
    <Managed
      title={words.settings.keys}
      may={mayChange()}
      create={words.key.create}
      of={loaded}
      columns={[words.key.name, words.key.begins, words.key.created, words.key.expires, ""]}
      icon="key"
      none={words.key.none}
      noneText={words.key.noneText}
      form={(_, close) => <Mint mint={api.mintKey} onClose={close} />}
      removal={(key) => ({
        title: words.key.revokeTitle(key.name),
        text: words.key.revokeText,
        action: words.key.revoke,
        work: () => api.revokeKey(key.id),
      })}
    >
      {(key, _, remove) => (
        <tr key={key.id}>
          <td>
            <strong>{key.name}</strong>
          </td>
          <td class="mono">{key.prefix}…</td>
          <td>{day(key.createdAt)}</td>
          <td>{key.expiresAt ? day(key.expiresAt) : words.key.never}</td>
          <td class="end">
            {mayChange() && (
              <button
                type="button"
                class="button quiet small"
                aria-label={words.key.revokeNamed(key.name)}
                onClick={remove}
              >
                {words.key.revoke}
              </button>
            )}
          </td>
        </tr>
      )}
    </Managed>
  );
}

const LIVES = ["30", "90", "365", ""] as const;
const DAY_MS = 86_400_000;

/** Asks for a name and how long the key lives, then shows it, once. */
export function Mint({
  mint,
  onClose,
}: {
  mint: (name: string, expiresAt: string | null) => Promise<Minted>;
  onClose: () => void;
}) {
  const { given, acting, of } = useTexts({ name: "" });
  const [days, setDays] = useState<(typeof LIVES)[number]>("90");
  const [minted, setMinted] = useState<Minted | null>(null);
  if (minted)
    return (
      <Dialog title={words.key.minted(minted.name)} onClose={onClose}>
        <div class="form">
          <Notice tone="warn">{words.key.once}</Notice>
          <Taken text={minted.key} label={words.key.plain} copied={words.key.copied} />
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={words.key.create}
      action={words.key.create}
      acting={acting}
      fields={["name"]}
      onClose={onClose}
      send={async () => {
        const expires = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
        setMinted(await mint(given.name.trim(), expires));
      }}
    >
      <Field label={words.key.name} required maxLength={80} placeholder="CI" {...of("name")} />
      <Choice
        label={words.key.life}
        value={days}
        onChoose={setDays}
        options={LIVES.map((value) => ({ value, label: value === "" ? words.key.never : words.key.days(value) }))}
      />
    </FormDialog>
  );
}
