// Since which deed what a person reads has stood there. A part of the look: look.py joins the files into one.
//
// Every deed is numbered right before it is done. From the first one on it is noted during which deed a text was put on
// the page, written anew or hidden for a while; what is drawn anew together with what stands around it, and says the
// same, has not come.
const ALWAYS = 2147483647; // of a document that no deed has met yet: it came since whichever is asked about
const VISIBLE = { opacityProperty: true, visibilityProperty: true };
const NOTED = { subtree: true, childList: true, characterData: true,
  attributeFilter: ["class", "style", "hidden", "open", "aria-hidden", "aria-invalid"] };
const MESSAGE = "[role=alert],[role=status],[role=log],[role=alertdialog],[aria-live],output,"
  + ["alert", "toast", "message", "msg", "flash", "notice", "notification", "snackbar", "error", "success", "feedback"]
    .map(word => `[class*=${word} i],[id*=${word} i]`).join();
const MOST_INSIDE = 500;
let deed = 0;
let before = ALWAYS; // the deed before the first that met this document
let standing = new Map(); // each text that was visible right before the last deed, with the first one of which that is so
const told = new WeakMap();

const tell = (element, since = deed) => { if (element) told.set(element, since); };

// The elements that have a text of their own.
const eachText = (root, act) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let last = null;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element !== last && walker.currentNode.data.trim() && !IGNORED.has(element.localName)) act(last = element);
  }
};
const textElements = roots => {
  const found = [];
  for (const root of roots) if (root.nodeType === 1) eachText(root, element => found.push(element));
  return found;
};
const said = element => element.textContent.trim().replace(/\s+/g, " ");

// Of what went away or came back with more than itself: what has the same words again has only been drawn anew.
const redrawn = records => {
  const gone = new Map();
  for (const { target, removedNodes, addedNodes } of records) {
    if (!removedNodes.length || target.closest?.(MESSAGE)) continue;
    const roots = [...removedNodes, ...addedNodes].filter(node => node.nodeType === 1 && said(node));
    const texts = textElements(removedNodes);
    if (Math.max(texts.length, textElements(addedNodes).length) < 2 || roots.every(root => root.matches(MESSAGE))) continue;
    for (const element of texts) gone.set(said(element), element);
  }
  return gone;
};

const noteNews = records => {
  const gone = redrawn(records);
  for (const { type, target, addedNodes, attributeName } of records) {
    if (type === "characterData") tell(target.parentElement);
    else if (type === "attributes") {
      if (attributeName === "aria-invalid" ? target.ariaInvalid === "true" : !target.checkVisibility(VISIBLE)) tell(target);
    } else for (const node of addedNodes) {
      if (node.nodeType === 3 && node.data.trim()) tell(target.nodeType === 1 ? target : target.host);
      if (node.nodeType !== 1) continue;
      if (!gone.size) { tell(node); continue; }
      for (const element of textElements([node])) {
        const old = gone.get(said(element));
        if (!old) { tell(element); continue; }
        gone.delete(said(element));
        tell(element, since(old));
        if (standing.has(old)) standing.set(element, standing.get(old));
      }
    }
  }
};
const newsObserver = new MutationObserver(noteNews);

const since = element => Math.max(told.get(element) ?? before, standing.has(element) ? standing.get(element) - 1 : deed);

const numbered = number => {
  noteNews(newsObserver.takeRecords());
  if (!deed) {
    before = number - 1;
    addEventListener("invalid", event => tell(event.composedPath()[0]), true);
  }
  const visible = new Map();
  const enter = root => {
    newsObserver.observe(root, NOTED);
    eachText(root, element => { if (element.checkVisibility(VISIBLE)) visible.set(element, standing.get(element) ?? number); });
    for (const field of root.querySelectorAll(":user-invalid")) visible.set(field, standing.get(field) ?? number);
    for (const element of root.querySelectorAll("*")) if (rootOf(element)) enter(rootOf(element));
  };
  enter(document);
  standing = visible;
  deed = number;
};

// The last deed since which it has stood there as it does.
const cameOf = element => {
  noteNews(newsObserver.takeRecords());
  if (!deed) return ALWAYS;
  let last = before;
  for (let at = element; at; at = at.parentElement || at.getRootNode().host) last = Math.max(last, told.get(at) ?? before);
  for (const inner of [...element.querySelectorAll("*")].slice(0, MOST_INSIDE)) last = Math.max(last, told.get(inner) ?? before);
  if (element.matches(":user-invalid")) last = Math.max(last, since(element));
  eachText(element, inner => { if (inner.checkVisibility(VISIBLE)) last = Math.max(last, since(inner)); });
  return last;
};
