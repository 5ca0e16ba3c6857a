// Tells the run what its pages copy: by keys, by a command of the page, or by writing to the clipboard.
(() => {
  const name = "qaApplianceCopied";
  const tell = (kept) => {
    try {
      window[name]?.(kept);
    } catch {
      // a page that is going away
    }
  };

  const chosen = (event) => {
    const from = event.composedPath()[0];
    const field = from instanceof HTMLElement ? from : document.activeElement;
    if (field && "selectionStart" in field && field.selectionStart !== null) {
      return field.type === "password" ? "" : field.value.slice(field.selectionStart, field.selectionEnd);
    }
    const root = from instanceof Node ? from.getRootNode() : document;
    return String(document.getSelection()) || String(root.getSelection?.() ?? "");
  };

  const copied = (event) => {
    const data = event.clipboardData;
    if (!event.isTrusted || !data) return;
    const kept = {};
    const set = data.setData;
    data.setData = (kind, text) => {
      kept[kind === "text" ? "text/plain" : String(kind)] = String(text);
      set.call(data, kind, text);
    };
    const text = chosen(event);
    const { port1, port2 } = new MessageChannel(); // behind the page's own listeners
    port1.onmessage = () => tell(event.defaultPrevented ? kept : text ? { "text/plain": text } : {});
    port2.postMessage(0);
  };

  // a page that is written anew (document.open) takes all listeners away; those that are there are not added twice
  const listen = () => {
    addEventListener("copy", copied, true);
    addEventListener("cut", copied, true);
  };
  Object.defineProperty(window, Symbol.for("qa-appliance.hears-copies"), { value: listen });
  listen();
  const { execCommand } = Document.prototype;
  Document.prototype.execCommand = function (...given) {
    listen();
    return execCommand.apply(this, given);
  };

  // written to as in a person's own browser; without the focus it refuses, as there
  const pages = window.Clipboard?.prototype;
  if (!pages) return;
  const { writeText, write } = pages;
  pages.writeText = async function (text) {
    if (!document.hasFocus()) return writeText.call(this, text);
    tell({ "text/plain": String(text) });
  };
  pages.write = async function (items) {
    if (!document.hasFocus()) return write.call(this, items);
    const kept = {};
    for (const item of items) {
      for (const kind of item.types.filter((each) => each.startsWith("text/"))) {
        kept[kind] = await (await item.getType(kind)).text();
      }
    }
    tell(kept);
  };
})();
