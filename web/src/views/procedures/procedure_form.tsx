/** The form of a procedure, new or saved: its words with completion, and beside them how they are understood. */
import { useState } from "preact/hooks";
import { api, type Expectation } from "../../channel/api";
import { readTags } from "../../model/tags";
import { words } from "../../words";
import { Expected } from "../editor/expected";
import { Lint } from "../editor/lint";
import { useReference } from "../editor/reference";
import { useWritten } from "../editor/use_plan";
import { Writing } from "../editor/writing";
import { Form, useTexts } from "../parts/form";
import { useLoaded } from "../parts/loaded";
import { Choice, Field } from "../parts/parts";
import "../editor/editor.css";

export type Written = {
  name: string;
  description: string;
  expectation: Expectation;
  minutes: number | null;
  tags: string[];
  tableId: string | null;
};

/** `hint`: what is to be known about the words before they are changed. */
export function ProcedureForm({
  projectId,
  first,
  hint,
  send,
}: {
  projectId: string;
  first: Written;
  hint?: string;
  send: (written: Written) => Promise<unknown>;
}) {
  const { given, acting, of } = useTexts({
    name: first.name,
    minutes: first.minutes?.toString() ?? "",
    tags: first.tags.join(", "),
  });
  const [description, setDescription] = useState(first.description);
  const [expectation, setExpectation] = useState<Expectation>(first.expectation);
  const [tableId, setTableId] = useState(first.tableId ?? "");
  const tables = useLoaded(projectId, () => api.tables(projectId)).value ?? [];
  const reference = useReference(projectId);
  const written = useWritten(projectId, description);
  const wrong = acting.problem?.about("description");
  const told = wrong ?? hint;
  const minutes = given.minutes === "" ? null : Number(given.minutes);
  const save = () =>
    send({
      name: given.name.trim(),
      description,
      expectation,
      minutes,
      tags: readTags(given.tags),
      tableId: tableId || null,
    });
  return (
    <div class="editor">
      <div class="write">
        <Form
          action={words.procedure.save}
          acting={acting}
          fields={["name", "description", "maxDurationMinutes", "tags"]}
          send={save}
        >
          <Field label={words.procedure.name} required maxLength={200} {...of("name")} />
          <div class="field">
            <label for="procedure-words">{words.editor.title}</label>
            <Writing
              id="procedure-words"
              value={description}
              reference={reference}
              written={written}
              required
              wrong={wrong !== undefined}
              told={told === undefined ? undefined : "procedure-told"}
              onChange={setDescription}
              onSend={() => void acting.act(save)}
            />
            {told && (
              <span id="procedure-told" class={wrong ? "wrong" : "hint"}>
                {told}
              </span>
            )}
          </div>
          <div class="options">
            <Expected value={expectation} onChoose={setExpectation} />
            <Field
              label={words.procedure.minutes}
              type="number"
              min={5}
              max={120}
              placeholder="10"
              {...of("minutes")}
              wrong={acting.problem?.about("maxDurationMinutes")}
            />
            {tables.length > 0 && (
              <Choice
                label={words.data.table.ofTest}
                hint={words.data.table.ofTestHint}
                value={tableId}
                options={[
                  { value: "", label: words.data.table.withoutTable },
                  ...tables.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChoose={setTableId}
              />
            )}
            <Field label={words.procedure.tags} hint={words.procedure.tagsHint} {...of("tags")} />
          </div>
        </Form>
      </div>
      <div class="reading" aria-live="polite">
        <Lint
          written={written}
          samples={description.trim() === "" ? [] : null}
          onSample={(sample) => setDescription(sample.description)}
        />
      </div>
    </div>
  );
}
