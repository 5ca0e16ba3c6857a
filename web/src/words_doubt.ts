/** The words of doubting a test; part of `words`. Decides nothing. */
import type { Doubt, Trial } from "./channel/api";
import { some } from "./words_run";

export const ofDoubt = {
  doubt: {
    title: "Would it notice?",
    go: "Doubt this test",
    again: "Doubt it again",
    cancel: "Stop",
    lead: "The test is replayed in fresh browsers with one thing damaged at a time: a value, an element, a request, a click. The table tells which damages it notices, and what to write where it would pass all the same. The site itself is not changed, but every replay does on it what the test does.",
    apart: "These replays are no runs: they count in no list, number or alert.",
    state: {
      waiting: "Waiting for its turn",
      running: "Being doubted",
      done: "Done",
      cancelled: "Stopped",
      failed: "It could not be doubted",
    } satisfies Record<Doubt["state"], string>,
    sound: "The test is run twice as it is.",
    done: (tried: number, planned: number) => `${tried} of ${some(planned, "damage", "damages")} tried`,
    score: (noticed: number, counted: number) => `It notices ${noticed} of ${some(counted, "damage", "damages")}`,
    none: "Nothing could be damaged that a person would see.",
    leftOut: (count: number) => `${some(count, "more damage was", "more damages were")} left out.`,
    columns: { result: "Result", damage: "Damage", step: "At the step", more: "By what, or what to write" },
    result: { noticed: "Noticed", let_pass: "Let pass", not_counted: "Not counted" } satisfies Record<
      Trial["result"],
      string
    >,
    offer: (step: number) => `Write after step ${step}:`,
    noOffer: "No sentence was found that tells the two pages apart.",
  },
};
