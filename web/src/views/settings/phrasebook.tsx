/** The organization's own phrases: one sentence with blanks that stands for several. */
import { api, type Phrase } from "../../channel/api";
import { mayChange } from "../../model/session";
import { words } from "../../words";
import { FormDialog, useTexts } from "../parts/form";
import { Tools } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Field } from "../parts/parts";

export function Phrasebook() {
  const loaded = useLoaded("phrasebook", () => api.phrasebook());
  return (
    <Managed
      title={words.settings.phrasebook}
      may={mayChange()}
      create={words.phrasebook.create}
      of={loaded}
      columns={[words.phrasebook.pattern, words.phrasebook.stands, words.phrasebook.used, ""]}
      icon="text"
      none={words.phrasebook.none}
      noneText={words.phrasebook.noneText}
      form={(phrase, close) => <PhraseForm phrase={phrase} onClose={close} />}
      removal={(phrase) => ({
        title: words.phrasebook.removeTitle(phrase.pattern),
        text: words.phrasebook.removeText,
        work: () => api.removePhrase(phrase.id),
      })}
    >
      {(phrase, edit, remove) => (
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
          <td class="end">{mayChange() && <Tools name={phrase.pattern} edit={edit} remove={remove} />}</td>
        </tr>
      )}
    </Managed>
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

function PhraseForm({ phrase, onClose }: { phrase: Phrase | null; onClose: () => void }) {
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
    onClose();
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
