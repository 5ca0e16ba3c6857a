/** The words of the newer parts of the settings; part of `words`. Decides nothing. */

export const ofSettings = {
  invited: {
    title: "Open invitations",
    renew: "New link",
    renewFor: (email: string) => `New link for ${email}`,
    renewed: (email: string, until: string) =>
      `Give this link to ${email}. It works once, until ${until}; the earlier one works no more.`,
    withdraw: "Withdraw",
    withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
    withdrawTitle: (email: string) => `Withdraw the invitation of ${email}?`,
    withdrawText: "The link they were given stops working at once.",
  },
  phrasebook: {
    create: "New phrase",
    edit: "Edit phrase",
    pattern: "Phrase",
    patternHint: "Blanks stand in braces.",
    stands: "Stands for",
    standsHint: "One sentence per line. Each blank has to stand in one of them.",
    used: "Used by",
    unused: "no procedure yet",
    none: "No phrases of your own yet",
    noneText: "Give a name to sentences you write again and again: “sign in as {who}” can stand for all of a sign-in.",
    removeTitle: (pattern: string) => `Remove “${pattern}”?`,
    removeText: "Tests that say it are not understood any more. Saved procedures keep the steps they have.",
  },
  evidence: {
    title: "What runs record",
    text: "Verdicts, steps, network and console are always kept. What is left out makes runs a little faster and smaller.",
    ofProject: (kind: string, project: string) => `${kind} of ${project}`,
  },
  retention: {
    title: "How long runs are kept",
    text: "What goes beyond a limit is removed, oldest runs first. An empty limit is the operator's own.",
    days: "Days",
    runs: "Runs",
    bytes: "Megabytes",
  },
  appliance: {
    version: "Version",
    browser: "Browser",
    here: (version: string, origin: string) => ["Chromium", version, origin && `(${origin})`].filter(Boolean).join(" "),
    elsewhere: "Browsers elsewhere",
    sandboxed: "It runs in its sandbox.",
    unboxed: "It runs without its sandbox.",
    slots: (taken: number, slots: number) => `${taken} of ${slots} taken`,
    atOnce: "Tests at the same time",
    allow: "Addresses opened to tests",
    allowNone: "The public internet only",
    allowHidden: "Told to the operator only: owners and admins of the appliance's first organization.",
    allowText: "Private, loopback and link-local addresses stay closed unless the operator starts it with --allow.",
    model: "Language model",
    modelNone:
      "None is configured: the appliance reads tests by its own grammar. With one, what is not understood would be planned instead of ending the run.",
    modelState: (model: { name: string; state: "ready" | "failing" }) =>
      model.state === "ready"
        ? `${model.name}, for what the grammar does not understand`
        : `${model.name} does not answer at present`,
    folder: "Data folder",
    backups: "Backups",
    backupsNone: "None are made by themselves. The operator can name a folder for them with --backup-to.",
    backupsYet: "There is none yet.",
    backupNewest: (when: string, megabytes: string) =>
      `The newest is of ${when}, ${megabytes} MB, read back and whole.`,
    backupNext: (when: string) => `The next one: ${when}.`,
    backupFailed: "The last try failed:",
    clockJumped: (shown: string, expected: string, until: string) =>
      `The clock of this machine shows ${shown} where about ${expected} was expected. Until ${until} the ages of runs are counted by the expected time; then the new one counts as right. If it is wrong, set the clock of the machine.`,
    limits: "Limits",
    limit: {
      apiGlobalPerMinute: "Requests a minute",
      triggerPerMinute: "Runs started a minute",
      planPerMinute: "Texts read a minute",
      activePerMinute: "Looks at what runs a minute",
      authFailuresPer15Minutes: "Refused sign-ins in 15 minutes",
    } as Record<string, string>,
  },
  doctor: { ok: "In order", warning: "Look at this", failed: "Broken" },
  heal: {
    title: "Healed elements",
    count: (count: number) =>
      count === 1 ? "One element was found in another place" : `${count} elements were found in another place`,
    text: "Is it still what the test means?",
    was: "Saved",
    now: "Taken instead",
    byModel: "chosen by a model",
    pictures: "The page then and now",
    /** An element in words, with what it is found again by. */
    place: (mark: { role?: string; name?: string; label?: string; text?: string; testId?: string }) => {
      const name = mark.name || mark.label || mark.text;
      const said = [mark.role, name && `“${name}”`, mark.testId && `with the test id “${mark.testId}”`];
      return said.filter(Boolean).join(" ");
    },
    accept: "Yes, keep it",
    reject: "No, never again",
    state: {
      waiting: "Waiting for an answer",
      accepted: "Kept in the procedure",
      rejected: "Rejected: not taken again",
    },
  },
};
