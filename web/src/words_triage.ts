/** The words of triage: who looks into a failure, what is said of it; part of `words`. Decides nothing. */
import type { Remark } from "./channel/api";

export const ofTriage = {
  triage: {
    title: "Triage",
    history: "What was said",
    failingSince: "Failing since",
    failed: "Failed from",
    passedAgain: ", and again",
    passedOnly: "; it passed",
    lastPassed: "; it passed last",
    neverPassed: "; it has not passed before",
    assignee: "Assigned to",
    assignedTo: (name: string) => `Assigned to ${name}`,
    nobody: "Nobody",
    somebody: "Somebody",
    comment: "Comment",
    add: "Add the comment",
    known: "Known",
    mark: "Mark as known",
    unmark: "Known no longer",
    until: (day: string) => `known until ${day}`,
    untilItChanges: "known until the failure changes",
    reason: "Why it is known",
    reasonPlaceholder: "Ticket 7: the save button does nothing",
    lasts: "Known for how long",
    lastsHint: "A failure of another class, at another step or at one more, is a new one in any case.",
    lasting: { change: "Until the failure changes", date: "Until a day is over" },
    lastDay: "Last day",
    did: {
      comment: () => "said",
      assigned: (name) => `assigned it to ${name}`,
      unassigned: () => "assigned it to nobody",
      known: () => "marked it as known",
      not_known: () => "marked it as known no longer",
    } satisfies Record<Remark["kind"], (text: string) => string>,
  },
};
