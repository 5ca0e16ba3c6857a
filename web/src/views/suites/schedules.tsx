/** When a suite or a saved test is run by the clock: its schedules, their next times, and what went wrong the last time. */
import { useEffect, useState } from "preact/hooks";
import { api, type Schedule } from "../../channel/api";
import { momentIn, OWN_ZONE } from "../../model/format";
import { asRefusal, mayChange } from "../../model/session";
import { words } from "../../words";
import { say } from "../parts/acting";
import { FormDialog, useTexts } from "../parts/form";
import { Tools, When } from "../parts/listed";
import { useLoaded } from "../parts/loaded";
import { Managed } from "../parts/managed";
import { Choice, Field } from "../parts/parts";

/** What is run: a suite, or one test. */
type Of = { projectId: string; suiteId: string } | { projectId: string; procedureId: string };

export function Schedules({ of }: { of: Of }) {
  const { projectId } = of;
  const own = "suiteId" in of ? of.suiteId : of.procedureId;
  const loaded = useLoaded(own, async () =>
    (await api.schedules(projectId)).filter(({ suiteId, procedureId }) => own === (suiteId ?? procedureId)),
  );
  const { name, times, next, state, last } = words.schedule;
  return (
    <Managed
      title={words.suite.tabs.schedules}
      may={mayChange()}
      create={words.schedule.create}
      of={loaded}
      columns={[name, times, next, state, last, ""]}
      icon="clock"
      none={words.schedule.none}
      noneText={words.schedule.noneText}
      form={(schedule, close) => <ScheduleForm of={of} schedule={schedule} onClose={close} />}
      removal={(schedule) => ({
        title: words.schedule.removeTitle(schedule.name),
        text: words.schedule.removeText,
        work: () => api.removeSchedule(schedule.id),
      })}
    >
      {(schedule, edit, remove) => (
        <tr key={schedule.id}>
          <td>
            <strong>{schedule.name}</strong>
          </td>
          <td>{schedule.says}</td>
          <td>
            <NextTimes schedule={schedule} />
          </td>
          <td>
            <Paused schedule={schedule} onChange={loaded.reload} />
          </td>
          <td>
            <Last schedule={schedule} />
          </td>
          <td class="end">{mayChange() && <Tools name={schedule.name} edit={edit} remove={remove} />}</td>
        </tr>
      )}
    </Managed>
  );
}

/** As the viewer's clock shows them, and as the schedule's own where that is another. */
function NextTimes({ schedule }: { schedule: Schedule }) {
  return (
    <ul class="next-times">
      {schedule.nextTimes.map((time) => {
        const [here, there] = [momentIn(time), momentIn(time, schedule.timezone)];
        return (
          <li key={time}>
            <time dateTime={time}>{here}</time>
            {here !== there && <div class="faint">{words.schedule.inZone(there, schedule.timezone)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

/** Shows what is wanted at once, and what it was again where that was refused. */
function Paused({ schedule, onChange }: { schedule: Schedule; onChange: () => void }) {
  const [paused, setPaused] = useState(schedule.paused);
  useEffect(() => setPaused(schedule.paused), [schedule.paused]);
  if (!mayChange()) return <>{schedule.paused ? words.schedule.paused : words.schedule.runs}</>;
  const change = async (wanted: boolean) => {
    setPaused(wanted);
    try {
      await api.changeSchedule(schedule.id, { paused: wanted });
      say(words.act.saved);
      onChange();
    } catch (error) {
      setPaused(!wanted);
      say(asRefusal(error).message);
    }
  };
  return (
    <label class="tick">
      <input
        type="checkbox"
        role="switch"
        aria-label={words.schedule.pausedNamed(schedule.name)}
        aria-checked={paused}
        checked={paused}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {words.schedule.paused}
    </label>
  );
}

function Last({ schedule }: { schedule: Schedule }) {
  const { lastAt, lastBatchId, lastRunId, lastProblem } = schedule;
  if (lastAt === null && lastProblem === null) return <span class="faint">{words.schedule.never}</span>;
  const at = lastAt !== null && <When at={lastAt} />;
  return (
    <>
      {lastBatchId !== null ? (
        <a href={`/batches/${lastBatchId}`}>{at}</a>
      ) : lastRunId !== null ? (
        <a href={`/runs/${lastRunId}`}>{at}</a>
      ) : (
        at
      )}
      {lastProblem !== null && <div class="wrong">{lastProblem}</div>}
    </>
  );
}

function ScheduleForm({ of: what, schedule, onClose }: { of: Of; schedule: Schedule | null; onClose: () => void }) {
  const { projectId, ...thing } = what;
  const { given, acting, of } = useTexts({
    name: schedule?.name ?? "",
    cron: schedule?.cron ?? "30 2 * * *",
    every: schedule?.every ?? "1 day",
    timezone: schedule?.timezone ?? OWN_ZONE,
  });
  const [kind, setKind] = useState<"cron" | "every">(schedule?.every ? "every" : "cron");
  const [environment, setEnvironment] = useState(schedule?.environmentId ?? "");
  const environments = useLoaded(projectId, () => api.environments(projectId)).value ?? [];
  const send = async () => {
    const body = {
      name: given.name.trim(),
      ...(kind === "cron" ? { cron: given.cron.trim() } : { every: given.every.trim() }),
      timezone: given.timezone.trim() as never,
      environmentId: environment || null,
    };
    if (schedule) await api.changeSchedule(schedule.id, body);
    else await api.createSchedule(projectId, { ...body, ...thing });
    onClose();
  };
  return (
    <FormDialog
      title={schedule ? words.schedule.edit : words.schedule.create}
      action={words.act.save}
      acting={acting}
      fields={["name", kind, "timezone"]}
      onClose={onClose}
      send={send}
    >
      <Field
        label={words.schedule.name}
        required
        maxLength={200}
        placeholder={words.schedule.namePlaceholder}
        {...of("name")}
      />
      <Choice
        label={words.schedule.kind}
        value={kind}
        onChoose={setKind}
        options={(["cron", "every"] as const).map((value) => ({ value, label: words.schedule.kinds[value] }))}
      />
      {kind === "cron" ? (
        <Field label={words.schedule.cron} required hint={words.schedule.cronHint} {...of("cron")} />
      ) : (
        <Field label={words.schedule.every} required hint={words.schedule.everyHint} {...of("every")} />
      )}
      <Field label={words.schedule.timezone} required placeholder="Europe/Berlin" {...of("timezone")} />
      <Choice
        label={words.suite.where}
        value={environment}
        onChoose={setEnvironment}
        options={[
          { value: "", label: words.suite.project },
          ...environments.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
      />
    </FormDialog>
  );
}
