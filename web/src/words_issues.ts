/** The words of issues: where failed runs are filed, and filing one; part of `words`. Decides nothing. */
import type { Tracker } from "./channel/api";
import { some } from "./words_run";

export const TRACKERS = { github: "GitHub", gitlab: "GitLab", jira: "Jira" } satisfies Record<Tracker["kind"], string>;

export const ofIssues = {
  issue: {
    file: "File an issue",
    filed: (kind: Tracker["kind"], key: string) => `${TRACKERS[kind]} ${key}`,
    filedBy: (by: string | null) => (by === null ? "The issue of this run" : `The issue of this run, filed by ${by}`),
    done: (key: string) => `Filed as ${key}`,
    text: (kind: Tracker["kind"], place: string) =>
      `What failed, what was seen and the steps to reproduce it go to ${place} at ${TRACKERS[kind]}, with the way to this run.`,
    who: "The way to the run",
    members: "For those with an account here",
    anybody: (days: number) => `For anybody with the link, ${some(days, "day", "days")}`,
    title: "Issues",
    none: "Failed runs can be filed as issues at GitHub, GitLab or Jira.",
    forMembers: "Owners and admins name the tracker.",
    kind: "Tracker",
    base: "Address",
    baseHint: {
      github: "https://github.com unless it is your own",
      gitlab: "https://gitlab.com unless it is your own",
      jira: "As people open it, such as https://acme.atlassian.net",
    } satisfies Record<Tracker["kind"], string>,
    place: { github: "Repository", gitlab: "Project", jira: "Project" } satisfies Record<Tracker["kind"], string>,
    placeHint: {
      github: "Its owner and its name: acme/shop",
      gitlab: "Its path or number: acme/shop",
      jira: "Its key: SHOP",
    } satisfies Record<Tracker["kind"], string>,
    account: "Account of the token",
    accountHint: "Its e-mail address, for Jira in the cloud. Your own Jira needs none.",
    type: "Type of the issue",
    token: "Token",
    tokenHint: {
      github: "It may write issues of the repository.",
      gitlab: "A project's token with the scope api.",
      jira: "An API token, or a personal access token of your own Jira.",
    } satisfies Record<Tracker["kind"], string>,
    tokenStays: "Left empty it stays as it is. It is never shown.",
    at: (kind: Tracker["kind"], place: string) => `Failed runs can be filed in ${place} at ${TRACKERS[kind]}.`,
    removeTitle: "File failed runs nowhere?",
    removeText: "The token is forgotten. What was filed stays linked.",
  },
};
