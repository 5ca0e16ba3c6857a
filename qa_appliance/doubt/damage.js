// What is damaged in a page: elements known by their tag and text. Says how often it was done; does nothing else.
(given) => {
  const plain = (text) => text.replace(/\s+/g, "").toLowerCase();
  const state = (window[Symbol.for("doubt")] ??= { done: 0, dead: false, listening: false });
  if (given.dead !== undefined) {
    state.dead = given.dead;
    if (!state.listening) {
      state.listening = true;
      const swallow = (event) => {
        if (!state.dead) return;
        state.done += 1;
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      const kinds = "click dblclick auxclick contextmenu submit mousedown mouseup pointerdown pointerup touchstart";
      for (const kind of `${kinds} touchend keydown keypress keyup dragstart`.split(" "))
        window.addEventListener(kind, swallow, { capture: true, passive: false });
    }
    return state.done;
  }
  const wanted = given.parts.map((part) => ({ tag: part.tag, text: plain(part.text) }));
  const hurt = new WeakSet();
  // what only screen readers are told stands in innerText too, and not among what was seen
  const SPARE = 40;
  const holds = (element, part) => {
    if ("value" in element && element.value) return plain(element.value) === part.text;
    const text = plain(element.innerText ?? "");
    return part.text !== "" && text.includes(part.text) && text.length <= part.text.length + SPARE;
  };
  const alter = (element) => {
    if ("value" in element && element.value?.includes(given.text)) {
      element.value = element.value.replace(given.text, given.instead);
      return true;
    }
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    const one = nodes.find((node) => node.data.includes(given.text));
    if (one) {
      one.data = one.data.replace(given.text, given.instead);
      return true;
    }
    // the text runs over several nodes: the first that is not empty gets it all
    const shown = nodes.filter((node) => node.data.trim());
    if (!shown.length || plain(element.innerText ?? "") !== plain(given.text)) return false;
    shown.forEach((node, at) => (node.data = at ? "" : given.instead));
    return true;
  };
  const damage = () => {
    for (const part of wanted)
      for (const element of document.getElementsByTagName(part.tag)) {
        if (hurt.has(element) || !holds(element, part)) continue;
        if ([...element.getElementsByTagName(part.tag)].some((inner) => holds(inner, part))) continue;
        if (given.instead) {
          if (!alter(element)) continue;
        } else {
          hurt.add(element);
          element.style.setProperty("display", "none", "important");
        }
        state.done += 1;
      }
  };
  const begin = () => {
    damage();
    new MutationObserver(damage).observe(document, { subtree: true, childList: true, characterData: true });
  };
  if (document.documentElement) begin();
  else document.addEventListener("DOMContentLoaded", begin);
  return state.done;
};
