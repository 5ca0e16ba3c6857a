/** The tests of a suite in their order: added, taken out and moved, by keys too. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, type Procedure, type Suite } from "../../channel/api";
import { mayChange } from "../../model/session";
import { moved } from "../../model/suite";
import { words } from "../../words";
import { say, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Add, Card } from "../parts/listed";
import { Choice, State } from "../parts/parts";

export function SuiteTests({
  suite,
  procedures,
  onChange,
}: {
  suite: Suite;
  procedures: Procedure[];
  onChange: (suite: Suite) => void;
}) {
  const acting = useActing();
  const [wanted, setWanted] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ test: string; by: -1 | 1 } | null>(null);
  // the row that was moved keeps the keyboard: its own button, or the other one where it can go no further
  useEffect(() => {
    if (pressed.current === null) return;
    const { test, by } = pressed.current;
    const row = list.current?.querySelector(`[data-test="${test}"]`);
    const button = row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not(:disabled)`);
    (button ?? row?.querySelector<HTMLButtonElement>("[data-by]:not(:disabled)"))?.focus();
    pressed.current = null;
  }, [suite.tests]);
  const problem = acting.problem;
  useEffect(() => {
    if (problem !== null) say(problem.message);
  }, [problem]);
  const nameOf = (id: string) => procedures.find((each) => each.id === id)?.name ?? "";
  const change = (tests: string[], done: string) =>
    acting.act(async () => {
      onChange(await api.changeSuite(suite.id, { tests }));
      say(done);
    });
  const move = (test: string, by: -1 | 1) => {
    const tests = moved(suite.tests, test, by);
    pressed.current = { test, by };
    void change(tests, words.suite.nowAt(nameOf(test), tests.indexOf(test) + 1));
  };
  const others = procedures.filter(({ id }) => id !== suite.setUp && !suite.tests.includes(id));
  const chosen = others.find(({ id }) => id === wanted) ?? others[0];
  const { tests } = suite;
  return (
    <Card
      title={words.suite.count(tests.length)}
      head={
        mayChange() &&
        chosen !== undefined && (
          <>
            <Choice
              bare
              label={words.suite.toAdd}
              value={chosen.id as string}
              onChoose={setWanted}
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Add onClick={() => void change([...tests, chosen.id], words.suite.added(chosen.name))}>
              {words.suite.add}
            </Add>
          </>
        )
      }
    >
      {tests.length === 0 ? (
        <State icon="box" title={words.suite.noTests}>
          {words.suite.noTestsText}
        </State>
      ) : (
        <ol class="suite-tests" ref={list}>
          {tests.map((test, place) => (
            <li key={test} data-test={test}>
              <span class="nth numeric">{place + 1}</span>
              <a href={`/procedures/${test}`}>{nameOf(test)}</a>
              {mayChange() && (
                <span class="tools">
                  {([-1, 1] as const).map((by) => (
                    <button
                      key={by}
                      type="button"
                      class={`button quiet small square ${by < 0 ? "up" : "down"}`}
                      data-by={by}
                      disabled={tests[place + by] === undefined}
                      aria-label={(by < 0 ? words.suite.up : words.suite.down)(nameOf(test))}
                      title={(by < 0 ? words.suite.up : words.suite.down)(nameOf(test))}
                      onClick={() => move(test, by)}
                    >
                      <Icon name="chevron" />
                    </button>
                  ))}
                  <button
                    type="button"
                    class="button quiet small square"
                    aria-label={words.suite.takeOut(nameOf(test))}
                    title={words.suite.takeOut(nameOf(test))}
                    onClick={() =>
                      void change(
                        tests.filter((each) => each !== test),
                        words.suite.takenOut(nameOf(test)),
                      )
                    }
                  >
                    <Icon name="cross" />
                  </button>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
