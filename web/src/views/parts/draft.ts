/** What is written in a project's editor and not run yet, kept for this tab. */
export function draftOf(projectId: string): { text: string; keep: (text: string) => void; drop: () => void } {
  const drawer = `qa-appliance.draft.${projectId}`;
  return {
    get text() {
      return sessionStorage.getItem(drawer) ?? "";
    },
    keep: (text) => sessionStorage.setItem(drawer, text),
    drop: () => sessionStorage.removeItem(drawer),
  };
}
