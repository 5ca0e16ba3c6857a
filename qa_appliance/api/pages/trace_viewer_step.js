// Opens the trace at a step: `says` is the step's sentence as the trace holds it, `nth` which of several such, from 0.
(() => {
  const asked = new URLSearchParams(location.search);
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const says = squeezed(asked.get("says") ?? "");
  if (says === "") return;
  const nth = Number(asked.get("nth") ?? "0");

  const open = () => {
    const steps = document.querySelectorAll("[role=tree] > [role=treeitem]");
    const titled = (item) => item.querySelector(".action-title-method")?.getAttribute("title") ?? "";
    const entry = [...steps].filter((item) => squeezed(titled(item)) === says)[nth]?.querySelector(".tree-view-entry");
    entry?.click();
    return Boolean(entry);
  };

  const watch = new MutationObserver(() => open() && watch.disconnect());
  if (!open()) watch.observe(document.documentElement, { childList: true, subtree: true });
})();
