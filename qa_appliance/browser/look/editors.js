// Code editors that draw a text line by line: which element is the field, what it holds, what it is called. A part of the
// look: look.js joins the files into one.
//
// `box` stands for the field, `input` in it takes the keys, `lines` hold the text, and where `undrawn` is found some of
// it is not there to be read. `all`: whether the lines that are drawn are all there are.
const CODE_EDITORS = [
  { // CodeMirror 5
    box: ".CodeMirror", input: "textarea, .CodeMirror-code", lines: ".CodeMirror-code .CodeMirror-line",
    undrawn: ".CodeMirror-widget, .CodeMirror-foldmarker",
    all: box => {
      const sizer = box.querySelector(".CodeMirror-sizer"), drawn = sizer?.firstElementChild;
      return !!drawn && drawn.offsetTop <= 0 && sizer.offsetHeight <= drawn.offsetHeight + SLACK;
    },
  },
  { // CodeMirror 6
    box: ".cm-content", input: ".cm-content", lines: ".cm-line",
    undrawn: ".cm-gap, [contenteditable=false]:not(.cm-placeholder)", all: () => true,
  },
  { // Monaco
    box: ".monaco-editor[role=code]", input: "textarea, .native-edit-context", lines: ".view-line",
    undrawn: ".inline-folded, .mtkoverflow, .codicon-folding-collapsed",
    all: (box, lines) => {
      const view = box.querySelector(".editor-scrollable"), text = box.querySelector(".view-lines");
      if (!view || !text) return false;
      const first = lines[0].getBoundingClientRect(), last = lines[lines.length - 1].getBoundingClientRect();
      const seen = view.getBoundingClientRect(), whole = text.getBoundingClientRect();
      const begins = first.top - whole.top < first.height / 2 || whole.top >= seen.top;
      const ends = last.bottom < seen.bottom - 1 || last.bottom >= whole.bottom - 1;
      return begins && ends && !wraps(box, lines, seen.width);
    },
  },
];
const SLACK = 8; // CSS pixels: less than a line
const UP = 4; // boxes around an editor that may belong to its field
const OTHERS = "input:not([type=hidden]), select, textarea, [contenteditable]";
const CALLS = "label, legend, h1, h2, h3, h4, h5, h6";

let codeEditors = new Map(); // by box
let codeInputs = new Set(); // no fields of their own

const collectEditors = root => {
  for (const editor of CODE_EDITORS) for (const box of root.querySelectorAll(editor.box)) {
    codeEditors.set(box, editor);
    for (const input of box.querySelectorAll(editor.input)) codeInputs.add(input);
  }
};

// Whether a line of the text may go on in the next one drawn: then there are fewer numbers than lines, and without
// numbers a line is at least half full.
const wraps = (box, lines, width) => {
  const numbers = [...box.querySelectorAll(".margin .line-numbers")].filter(number => number.textContent.trim());
  if (numbers.length) return numbers.length < lines.length;
  return lines.length > 1 && lines.some(line => line.firstElementChild?.getBoundingClientRect().width > width / 2);
};

const linesOf = (box, editor) => [...box.querySelectorAll(editor.lines)]
  .map(line => [line.getBoundingClientRect().top, line]).sort((one, other) => one[0] - other[0]).map(([, line]) => line);

const lineText = line => {
  let text = "";
  for (const child of line.childNodes) {
    if (child.nodeType === 3) text += child.data;
    else if (child.nodeType === 1 && child.contentEditable !== "false") text += lineText(child);
  }
  return text.replace(/[\u200b\ufeff]/g, "").replace(/\u00a0/g, " ");
};

// The text as far as it is drawn, and whether that is all of it.
const codeOf = (box, editor) => {
  const lines = linesOf(box, editor);
  const whole = lines.length > 0 && !box.querySelector(editor.undrawn) && editor.all(box, lines);
  return { text: lines.map(lineText).join("\n"), whole };
};

const inputOf = (box, editor) => box.matches(editor.input) ? box : box.querySelector(editor.input);

const codeStates = (box, editor) => {
  const states = ["editor", "code"];
  const input = inputOf(box, editor);
  if (!codeOf(box, editor).whole) states.push("partial");
  if (!input || input.readOnly || input.contentEditable === "false" || attribute(input, "aria-readonly") === "true")
    states.push("readonly");
  return states;
};

const codeLabel = (box, editor) => {
  const input = inputOf(box, editor);
  const by = [box, input].flatMap(element => element ? referenced(element, "aria-labelledby") : []);
  if (by.length) return squeeze(by.map(other => attribute(other, "aria-label") || contentText(other)).join(" "));
  const words = labelAround(box) || attribute(input || box, "aria-label");
  return squeeze(words);
};

// The label that points at the editor or at the hidden field it stands for, else the words its group begins with.
const labelAround = box => {
  const wrapping = box.closest("label");
  if (wrapping) return contentText(wrapping, box);
  const root = box.getRootNode();
  let before = "";
  for (let at = box, up = 0; at && up < UP && at !== document.body; at = at.parentElement, up++) {
    const pointing = at.id && root.querySelector(`label[for="${CSS.escape(at.id)}"]`);
    if (pointing) return contentText(pointing);
    const hidden = [at.previousElementSibling, at.nextElementSibling].find(isHiddenField);
    if (hidden?.labels?.length) return contentText(hidden.labels[0]);
    before ||= wordsBefore(at);
    if (at.localName === "form" || at.localName === "fieldset") break;
  }
  return before;
};

const isHiddenField = element => element !== null && (element.localName === "textarea" || element.localName === "input")
  && !element.checkVisibility({ visibilityProperty: true });

const wordsBefore = element => {
  for (let before = element.previousElementSibling; before; before = before.previousElementSibling) {
    if (isHiddenField(before)) continue;
    if (before.matches(OTHERS) || before.querySelector(OTHERS)) return "";
    const calls = before.matches(CALLS) ? [before] : [...before.querySelectorAll(CALLS)];
    const last = calls.pop();
    if (last && !(last.localName === "label" && last.control?.checkVisibility())) return contentText(last);
  }
  return "";
};
