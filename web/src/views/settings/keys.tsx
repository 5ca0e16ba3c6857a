/** API keys: minted here, shown once, revoked at once. */
import { useState } from "preact/hooks";
import { api, type Key, type Minted } from "../../channel/api";
import { day } from "../../model/format";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Confirm, copy, Dialog, Refused, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, Field, Notice, Scroll, State } from "../parts/parts";

export function Keys() {
  const loaded = useLoaded("keys", () => api.keys());
  const [minting, setMinting] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.settings.keys}</h2>
        {mayChange() && (
          <button type="button" class="button small push" onClick={() => setMinting(true)}>
            <Icon name="plus" />
            {words.key.create}
          </button>
        )}
      </div>
      <Show of={loaded}>
        {(keys) =>
          keys.length === 0 ? (
            <State icon="key" title={words.key.none}>
              {words.key.noneText}
            </State>
          ) : (
            <Scroll kind="scroll-x" label={words.settings.keys}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{words.key.name}</th>
                    <th>{words.key.begins}</th>
                    <th>{words.key.created}</th>
                    <th>{words.key.expires}</th>
                    <th>
                      <span class="hidden-text">{words.act.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {keys.map((key) => (
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
                            onClick={() => setRevoking(key)}
                          >
                            {words.key.revoke}
                          </button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )
        }
      </Show>
      {minting && (
        <Mint
          onClose={() => {
            setMinting(false);
            loaded.reload();
          }}
        />
      )}
      {revoking && (
        <Confirm
          title={words.key.revokeTitle(revoking.name)}
          text={words.key.revokeText}
          action={words.key.revoke}
          onClose={() => setRevoking(null)}
          work={async () => {
            await api.revokeKey(revoking.id);
            loaded.reload();
          }}
        />
      )}
    </section>
  );
}

const LIVES = ["30", "90", "365", ""] as const;
const DAY_MS = 86_400_000;

function Mint({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [days, setDays] = useState<(typeof LIVES)[number]>("90");
  const [minted, setMinted] = useState<Minted | null>(null);
  const acting = useActing();
  const send = (event: Event) => {
    event.preventDefault();
    const expires = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    void acting.act(async () => setMinted(await api.mintKey(name.trim(), expires)));
  };
  if (minted)
    return (
      <Dialog title={words.key.minted(minted.name)} onClose={onClose}>
        <div class="form">
          <Notice tone="warn">{words.key.once}</Notice>
          <div class="secret">
            <input class="input" readOnly value={minted.key} aria-label={words.key.plain} />
            <button type="button" class="button" onClick={() => void copy(minted.key, words.key.copied)}>
              <Icon name="copy" />
              {words.act.copy}
            </button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={words.key.create} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <Field
          label={words.key.name}
          required
          maxLength={80}
          placeholder="CI"
          value={name}
          wrong={acting.problem?.about("name")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Choice
          label={words.key.life}
          value={days}
          onChoose={setDays}
          options={LIVES.map((value) => ({ value, label: value === "" ? words.key.never : words.key.days(value) }))}
        />
        <Refused acting={acting} fields={["name"]} />
        <div class="form-row">
          <button type="submit" class="button primary" disabled={acting.busy}>
            {words.key.create}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
