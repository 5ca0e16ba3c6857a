/** The organization's own phrases: one sentence with blanks that stands for several. */
import { useState } from "preact/hooks";
import { api, type Phrase } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { Confirm } from "../parts/acting";
import { FormDialog, useTexts } from "../parts/form";
import { Add, Card, Listed, Tool } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Field } from "../parts/parts";

export function Phrasebook() {
  const loaded = useLoaded("phrasebook", () => api.phrasebook());
  const [editing, setEditing] = useState<Phrase | "new" | null>(null);
  const [removing, setRemoving] = useState<Phrase | null>(null);
  return (
    <Card
      title={words.settings.phrasebook}
      head={mayChange() && <Add onClick={() => setEditing("new")}>{words.phrasebook.create}</Add>}
    >
      <Listed
        of={loaded}
        label={words.settings.phrasebook}
        columns={[words.phrasebook.pattern, words.phrasebook.stands, words.phrasebook.used, ""]}
        icon="text"
        none={words.phrasebook.none}
        noneText={words.phrasebook.noneText}
      >
        {(phrase) => (
          <tr key={phrase.id}>
            <td class="phrase">
              <Pattern text={phrase.pattern} />
            </td>
            <td>
              <ol class="sentences">
                {phrase.sentences.map((sentence, index) => (
                  <li key={index}>
                    <Pattern text={sentence} />
                  </li>
                ))}
              </ol>
            </td>
            <td>
              {phrase.usedBy.length === 0 ? (
                <span class="faint">{words.phrasebook.unused}</span>
              ) : (
                phrase.usedBy.map((user) => (
                  <a key={user.procedureId} class="user" href={`/procedures/${user.procedureId}`}>
                    {user.name}
                  </a>
                ))
              )}
            </td>
            <td class="end">
              {mayChange() && (
                <>
                  <Tool icon="edit" label={words.act.editNamed(phrase.pattern)} onClick={() => setEditing(phrase)} />
                  <Tool
                    icon="trash"
                    label={words.act.removeNamed(phrase.pattern)}
                    onClick={() => setRemoving(phrase)}
                  />
                </>
              )}
            </td>
          </tr>
        )}
      </Listed>
      {editing !== null && (
        <PhraseForm
          phrase={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            loaded.reload();
          }}
        />
      )}
      {removing !== null && (
        <Confirm
          title={words.phrasebook.removeTitle(removing.pattern)}
          text={words.phrasebook.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(null)}
          work={async () => {
            await api.removePhrase(removing.id);
            loaded.reload();
          }}
        />
      )}
    </Card>
  );
}

/** The words with their blanks set apart. */
function Pattern({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(\{[^{}]*\})/).map((part, index) =>
        part.startsWith("{") ? (
          <span key={index} class="blank">
            {part.slice(1, -1)}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  );
}

function PhraseForm({ phrase, onClose, onSaved }: { phrase: Phrase | null; onClose: () => void; onSaved: () => void }) {
  const { given, acting, of } = useTexts({
    pattern: phrase?.pattern ?? "",
    sentences: phrase?.sentences.join("\n") ?? "",
  });
  const send = async () => {
    const body = {
      pattern: given.pattern.trim(),
      sentences: given.sentences.split("\n").filter((line) => line.trim() !== ""),
    };
    if (phrase) await api.changePhrase(phrase.id, body);
    else await api.addPhrase(body);
    onSaved();
  };
  return (
    <FormDialog
      title={phrase ? words.phrasebook.edit : words.phrasebook.create}
      action={words.act.save}
      acting={acting}
      fields={Object.keys(given)}
      onClose={onClose}
      send={send}
    >
      <Field
        label={words.phrasebook.pattern}
        required
        maxLength={200}
        placeholder="sign in as {who}"
        hint={words.phrasebook.patternHint}
        {...of("pattern")}
      />
      <Field
        label={words.phrasebook.stands}
        area
        required
        rows={5}
        placeholder={'Enter "{who}" into Email\nClick "Sign in"'}
        hint={words.phrasebook.standsHint}
        {...of("sentences")}
      />
    </FormDialog>
  );
}
