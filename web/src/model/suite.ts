/** What a suite's runs came to, and the order of its tests. Pure. */
import type { Schedule, SuiteRun } from "../channel/api";
import type { Verdict } from "./verdict";

export function verdictOfSuiteRun(run: SuiteRun): Verdict {
  if (run.endedAt === null) return "running";
  if (run.verdict === null) return "cancelled";
  return run.verdict === "passed" ? "passed" : "failed";
}

/** One test further up (-1) or down (1); as it was where that is no place. */
export function moved(tests: string[], test: string, by: -1 | 1): string[] {
  const from = tests.indexOf(test);
  const other = tests[from + by];
  if (from < 0 || other === undefined) return tests;
  return tests.map((each) => (each === test ? other : each === other ? test : each));
}

/** The first moment one of the schedules begins something; null where none does. */
export function nextOf(schedules: Schedule[]): string | null {
  const times = schedules.filter(({ paused }) => !paused).flatMap(({ nextTimes }) => nextTimes.slice(0, 1));
  return times.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}
