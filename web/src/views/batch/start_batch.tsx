/** Starts one test as several runs; what is asked depends on what for. */
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, type BatchBody, type Environment, type FanKind } from "../../channel/api";
import { words } from "../../words";
import { useActing } from "../parts/acting";
import { FormDialog } from "../parts/form";
import { Add, Tool } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Choice, Field } from "../parts/parts";
import "./batch.css";

export type Subject = { projectId: string; baseUrl?: string } & ({ procedureId: string } | { description: string });

const KINDS = ["flaky", "viewport_pair", "role_probe", "fuzz"] as const;
const SCREENS = ["desktop", "tablet", "phone"] as const;
type Screen = (typeof SCREENS)[number];
type Person = { name: string; how: string; sentences: string; expect: "allowed" | "refused" };
const NOBODY: Person = { name: "", how: "", sentences: "", expect: "allowed" };
const BY_SENTENCES = "sentences";

export function StartBatch({ of, onClose }: { of: Subject; onClose: () => void }) {
  const { route } = useLocation();
  const acting = useActing();
  const [kind, setKind] = useState<FanKind>("flaky");
  const [attempts, setAttempts] = useState("3");
  const [screens, setScreens] = useState<Screen[]>(["desktop", "phone"]);
  const [people, setPeople] = useState<Person[]>([NOBODY, { ...NOBODY, expect: "refused" }]);
  const [field, setField] = useState("");
  const [inputs, setInputs] = useState("");
  const [generated, setGenerated] = useState("10");
  const [seed, setSeed] = useState("");
  const { projectId, ...test } = of;
  const asked: Record<FanKind, () => Partial<BatchBody>> = {
    flaky: () => ({ attempts: Number(attempts) }),
    viewport_pair: () => ({ viewports: screens }),
    role_probe: () => ({ roles: people.map(roleOf) }),
    fuzz: () => ({
      ...(field.trim() && { field: field.trim() }),
      ...(inputs && { inputs: inputs.split("\n") }),
      generated: Number(generated),
      ...(seed && { seed: Number(seed) }),
    }),
  };
  const send = async () => {
    const { batchId } = await api.startBatch(projectId, { kind, ...test, ...asked[kind]() });
    route(`/batches/${batchId}`);
  };
  return (
    <FormDialog
      title={words.batch.startTitle}
      action={words.batch.go}
      acting={acting}
      fields={["attempts", "field", "inputs", "generated", "seed"]}
      onClose={onClose}
      send={send}
    >
      <Choice
        label={words.batch.which}
        value={kind}
        onChoose={setKind}
        options={KINDS.map((value) => ({ value, label: words.batch.kind[value] }))}
        hint={words.batch.kindHint[kind]}
      />
      {kind === "flaky" && (
        <Field
          label={words.batch.attempts}
          type="number"
          min={2}
          max={20}
          required
          value={attempts}
          wrong={acting.problem?.about("attempts")}
          onInput={(event) => setAttempts(event.currentTarget.value)}
        />
      )}
      {kind === "viewport_pair" && <Screens chosen={screens} onChoose={setScreens} />}
      {kind === "role_probe" && <People projectId={projectId} people={people} onChange={setPeople} />}
      {kind === "fuzz" && (
        <>
          <Field
            label={words.batch.field}
            hint={words.batch.fieldHint}
            maxLength={200}
            value={field}
            wrong={acting.problem?.about("field")}
            onInput={(event) => setField(event.currentTarget.value)}
          />
          <Field
            area
            rows={4}
            label={words.batch.inputs}
            hint={words.batch.inputsHint}
            value={inputs}
            wrong={acting.problem?.about("inputs")}
            onInput={(event) => setInputs(event.currentTarget.value)}
          />
          <Field
            label={words.batch.generated}
            hint={words.batch.generatedHint}
            type="number"
            min={0}
            max={20}
            required
            value={generated}
            wrong={acting.problem?.about("generated")}
            onInput={(event) => setGenerated(event.currentTarget.value)}
          />
          <Field
            label={words.batch.seed}
            hint={words.batch.seedHint}
            type="number"
            min={0}
            max={999999}
            value={seed}
            wrong={acting.problem?.about("seed")}
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

function roleOf({ name, how, sentences, expect }: Person) {
  const signed = how === BY_SENTENCES ? { signIn: sentences } : how === "" ? {} : { environmentId: how };
  return { name: name.trim(), expect, ...signed };
}

function Screens({ chosen, onChoose }: { chosen: Screen[]; onChoose: (chosen: Screen[]) => void }) {
  return (
    <fieldset class="several">
      <legend class="label">{words.batch.screens}</legend>
      {SCREENS.map((screen) => (
        <label key={screen}>
          <input
            type="checkbox"
            checked={chosen.includes(screen)}
            onChange={({ currentTarget }) =>
              onChoose(SCREENS.filter((each) => (each === screen ? currentTarget.checked : chosen.includes(each))))
            }
          />
          {words.batch.screen[screen]}
        </label>
      ))}
      {chosen.length < 2 && <span class="wrong">{words.batch.atLeastTwo}</span>}
    </fieldset>
  );
}

function People({
  projectId,
  people,
  onChange,
}: {
  projectId: string;
  people: Person[];
  onChange: (people: Person[]) => void;
}) {
  const environments = useLoaded<Environment[]>(projectId, () => api.environments(projectId));
  const change = (nth: number, changes: Partial<Person>) =>
    onChange(people.map((person, place) => (place === nth ? { ...person, ...changes } : person)));
  return (
    <>
      {people.map((person, nth) => (
        <fieldset key={nth} class="person" aria-label={words.batch.role(nth + 1)}>
          <div class="form-row">
            <span class="label">{words.batch.role(nth + 1)}</span>
            {people.length > 1 && (
              <Tool
                icon="trash"
                label={words.batch.removeRole(nth + 1)}
                onClick={() => onChange(people.filter((_, place) => place !== nth))}
              />
            )}
          </div>
          <Field
            label={words.batch.roleName}
            required
            maxLength={100}
            value={person.name}
            onInput={(event) => change(nth, { name: event.currentTarget.value })}
          />
          <Choice
            label={words.batch.signsIn}
            value={person.how}
            onChoose={(how) => change(nth, { how })}
            options={[
              { value: "", label: words.batch.asProject },
              { value: BY_SENTENCES, label: words.batch.bySentences },
              ...(environments.value ?? []).map(({ id, name }) => ({
                value: id,
                label: words.batch.byEnvironment(name),
              })),
            ]}
          />
          {person.how === BY_SENTENCES && (
            <Field
              area
              rows={2}
              required
              label={words.batch.sentences}
              placeholder={words.batch.sentencesExample}
              maxLength={2000}
              value={person.sentences}
              onInput={(event) => change(nth, { sentences: event.currentTarget.value })}
            />
          )}
          <Choice
            label={words.batch.expect}
            value={person.expect}
            onChoose={(expect) => change(nth, { expect })}
            options={[
              { value: "allowed", label: words.batch.may },
              { value: "refused", label: words.batch.mayNot },
            ]}
          />
        </fieldset>
      ))}
      <Add onClick={() => onChange([...people, NOBODY])}>{words.batch.addRole}</Add>
    </>
  );
}
