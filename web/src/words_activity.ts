/** The words of the activity: who changed what in the organization; part of `words`. Decides nothing. */
export const ofActivity = {
  activity: {
    search: "Search the activity",
    none: "Nothing was changed yet",
    noMatch: "Nothing fits these words",
    newest: (count: number) => `The newest ${count} changes.`,
    download: "Download as a table (CSV)",
    when: "When",
    who: "Who",
    what: "What",
    details: "Details",
    nobody: "a former member",
    stranger: "somebody not let in",
    operator: "the operator",
    byKey: (begins: string) => `with the key ${begins}…`,
    intact: (count: number) => `${count} entries, none changed later. Digest of the newest:`,
    cut: (count: number) => `${count} older entries are kept no longer. The last of them was of:`,
    end: {
      missing: "The newest entries are missing: they were removed from the database.",
      unknown:
        "Whether the newest entries are there is not known: audit.heads in the data directory is gone, damaged or of another secret.",
    },
    broken: "Entries were changed or removed later. The first that does not fit is of:",
    action: (action: string) => action.replace(".", " ").replace("_", " "),
  },
};
