/** The words of triage: who looks into a failure, what is said of it; part of `words`. Decides nothing. */
import type { Remark } from "./channel/api";

export const ofTriage = {
  triage: {
    title: "Triage",
    history: "History",
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
    add: "Add comment",
    known: "Known",
    mark: "Mark as known",
    unmark: "No longer known",
    until: (day: string) => `known until ${day}`,
    untilItChanges: "known until the failure changes",
    reason: "Why it is known",
    reasonPlaceholder: "Ticket 7: the save button does nothing",
    lasts: "Known until",
    lastsHint: "A failure of another class, or at another step, always counts as new.",
    lasting: { change: "Until the failure changes", date: "Until a date" },
    lastDay: "Last day",
    did: {
      comment: () => "commented",
      assigned: (name) => `assigned it to ${name}`,
      unassigned: () => "removed the assignment",
      known: () => "marked it as known",
      not_known: () => "marked it as no longer known",
    } satisfies Record<Remark["kind"], (text: string) => string>,
  },
};
