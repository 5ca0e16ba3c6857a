// Whether the document has changed since a look that asked for it. A part of the look: look.py joins the files into one.
//
// Told of the first change the observer goes away, so that a page that changes all the time costs no more than one.
let changed = 0; // when, in the page's own milliseconds
let watched = false;
let held = [];

const note = () => { changed = changed || performance.now(); observer.disconnect(); };
const observer = new MutationObserver(note);
const OBSERVED = { subtree: true, childList: true, characterData: true, attributes: true };
const MOST_FIELDS = 500;

const watch = () => {
  if (!watched) for (const name of ["transitionend", "animationend", "toggle"]) addEventListener(name, note, true);
  watched = true;
  changed = 0;
  observer.disconnect();
  const observe = root => {
    observer.observe(root, OBSERVED);
    for (const element of root.querySelectorAll("*")) if (rootOf(element)) observe(rootOf(element));
  };
  observe(document);
  // what a script puts into a field is no change of the document
  held = [...document.querySelectorAll("input, textarea, select")].slice(0, MOST_FIELDS)
    .map(field => [new WeakRef(field), field.value, field.checked]);
};

// Milliseconds since the first change, -1 without one; empty: this document was never watched.
const changes = () => {
  if (!watched) return "";
  const other = ([field, value, checked]) => { const now = field.deref(); return now && (now.value !== value || now.checked !== checked); };
  if (!changed && held.some(other)) note();
  return String(changed ? performance.now() - changed : -1);
};
