/** What a suite is called and how it is run and judged; a new one also chooses its tests here. */
import { useState } from "preact/hooks";
import type { Procedure, SuiteBody } from "../../channel/api";
import { readTags } from "../../model/tags";
import { words } from "../../words";
import { Form, useTexts } from "../parts/form";
import { Choice, Field } from "../parts/parts";
import "../batch/batch.css";

export type Whole = Required<SuiteBody>;

export const NEW: Whole = {
  name: "",
  tags: [],
  tests: [],
  setUp: null,
  gate: "all",
  maxFlaky: null,
  retries: 0,
  ordered: false,
  probe: null,
};

/** `choosing`: whether the tests are chosen here, in the order they are ticked. */
export function SuiteForm({
  procedures,
  first,
  choosing,
  action,
  send,
}: {
  procedures: Procedure[];
  first: Whole;
  choosing?: boolean;
  action: string;
  send: (body: Whole) => Promise<unknown>;
}) {
  const { given, acting, of } = useTexts({
    name: first.name,
    tags: first.tags.join(", "),
    retries: `${first.retries}`,
    maxFlaky: first.maxFlaky?.toString() ?? "",
    "probe.address": first.probe?.address ?? "",
    "probe.shows": first.probe?.shows ?? "",
  });
  const [tests, setTests] = useState(first.tests);
  const [setUp, setSetUp] = useState(first.setUp ?? "");
  const [gate, setGate] = useState(first.gate);
  const [ordered, setOrdered] = useState(first.ordered);
  const save = () =>
    send({
      name: given.name.trim(),
      tags: readTags(given.tags),
      tests,
      setUp: setUp || null,
      gate,
      maxFlaky: given.maxFlaky === "" ? null : Number(given.maxFlaky),
      retries: Number(given.retries),
      ordered,
      probe:
        setUp && (given["probe.address"] || given["probe.shows"])
          ? { address: given["probe.address"].trim(), shows: given["probe.shows"].trim() }
          : null,
    });
  return (
    <Form
      action={action}
      acting={acting}
      fields={["name", "tags", "retries", "maxFlaky", "probe.address", "probe.shows"]}
      send={save}
    >
      <Field
        label={words.suite.name}
        required
        maxLength={200}
        placeholder={words.suite.namePlaceholder}
        {...of("name")}
      />
      {choosing && (
        <fieldset class="several">
          <legend class="label">{words.suite.tests}</legend>
          {procedures
            .filter(({ id }) => id !== setUp)
            .map(({ id, name }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={tests.includes(id)}
                  onChange={({ currentTarget }) =>
                    setTests(currentTarget.checked ? [...tests, id] : tests.filter((each) => each !== id))
                  }
                />
                {name}
              </label>
            ))}
        </fieldset>
      )}
      <Choice
        label={words.suite.setUp}
        hint={words.suite.setUpHint}
        value={setUp}
        onChoose={setSetUp}
        options={[
          { value: "", label: words.suite.noSetUp },
          ...procedures
            .filter(({ id }) => !tests.includes(id))
            .map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
      />
      {setUp && (
        <div class="pair">
          <Field
            label={words.suite.probeAddress}
            maxLength={2000}
            hint={words.suite.probeAddressHint}
            placeholder="/account"
            {...of("probe.address")}
          />
          <Field
            label={words.suite.probeShows}
            maxLength={200}
            hint={words.suite.probeShowsHint}
            {...of("probe.shows")}
          />
        </div>
      )}
      <Choice
        label={words.suite.gate}
        value={gate}
        onChoose={setGate}
        options={(["all", "all_but_known"] as const).map((value) => ({ value, label: words.suite.gates[value] }))}
      />
      <div class="pair">
        <Field
          label={words.suite.retries}
          type="number"
          min={0}
          max={5}
          required
          hint={words.suite.retriesHint}
          {...of("retries")}
        />
        <Field
          label={words.suite.maxFlaky}
          type="number"
          min={0}
          max={1000}
          hint={words.suite.maxFlakyHint}
          {...of("maxFlaky")}
        />
      </div>
      <label class="tick">
        <input type="checkbox" checked={ordered} onChange={({ currentTarget }) => setOrdered(currentTarget.checked)} />
        {words.suite.ordered}
      </label>
      <Field label={words.procedure.tags} hint={words.procedure.tagsHint} {...of("tags")} />
    </Form>
  );
}
