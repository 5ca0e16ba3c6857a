// Roles and accessible names of elements, by the rules of ARIA. A part of the look: look.py joins the files into one.

const IGNORED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title", "base", "defs",
  "symbol", "source", "track", "param", "wbr"]);
const OWN_LINE = new Set(["button", "select", "input", "textarea", "td", "th", "option", "li", "p", "div", "label"]);
const BUTTONS = new Set(["button", "submit", "reset", "image"]);
const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
const NAMED_BY_CONTENT = new Set(["button", "link", "heading", "option", "tab", "menuitem", "menuitemcheckbox",
  "menuitemradio", "checkbox", "radio", "switch", "treeitem",
  "tooltip", "summary"]);
const INTERACTIVE = new Set(["button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox",
  "radio", "switch", "slider", "spinbutton", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem",
  "gridcell", "scrollbar"]);
const INPUT_ROLES = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", hidden: "", file: "", color: "", date: "textbox",
  time: "textbox", month: "textbox", week: "textbox", "datetime-local": "textbox",
};
const TAG_ROLES = {
  button: "button", summary: "button", textarea: "textbox", h1: "heading", h2: "heading", h3: "heading",
  h4: "heading", h5: "heading", h6: "heading", ul: "list", ol: "list", menu: "list", li: "listitem", table: "table",
  tr: "row", td: "cell", nav: "navigation", main: "main", form: "form", dialog: "dialog", option: "option",
  progress: "progressbar", meter: "meter", details: "group", fieldset: "group", article: "article",
  output: "status", aside: "complementary", figure: "figure", hr: "separator", iframe: "iframe", search: "search",
  optgroup: "group", thead: "rowgroup", tbody: "rowgroup", tfoot: "rowgroup",
};

const childrenOf = element => {
  const root = rootOf(element);
  if (root) return root.childNodes;
  if (element.localName === "slot") {
    const given = element.assignedNodes();
    if (given.length) return given;
  }
  return element.childNodes;
};

const eachChild = (element, see) => {
  if (rootOf(element) || element.localName === "slot") { for (const child of childrenOf(element)) see(child); return; }
  for (let child = element.firstChild; child !== null; child = child.nextSibling) see(child);
};

const squeeze = text => text && clean(text).replace(/\s+/g, " ").trim();
const attribute = (element, name) => element.getAttribute(name) || "";

const roleOf = (element, given) => {
  if (codeEditors.size) {
    if (codeEditors.has(element)) return "textbox";
    if (codeInputs.has(element)) return "";
  }
  const said = given.includes("role") ? attribute(element, "role").trim().split(/\s+/)[0].toLowerCase() : "";
  if (said && said !== "presentation" && said !== "none") return said;
  const tag = element.localName;
  if (tag === "input") {
    const type = element.type;
    if (type in INPUT_ROLES) return INPUT_ROLES[type];
    return element.hasAttribute("list") ? "combobox" : "textbox";
  }
  if (tag === "a" || tag === "area") return element.hasAttribute("href") ? "link" : "";
  if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
  if (tag === "li" && said) return ""; // no entry of its list, but what fills it up
  if (tag === "img") return said || (element.getAttribute("alt") === "" ? "" : "img");
  if (tag === "svg") return "img";
  if (tag === "th") {
    const scope = attribute(element, "scope");
    const heads = scope ? scope.startsWith("row") : element.nextElementSibling?.localName === "td"
      && !element.previousElementSibling && element.parentElement.parentElement?.localName !== "thead";
    return heads ? "rowheader" : "columnheader";
  }
  if (tag === "section") return given.includes("aria-label") || given.includes("aria-labelledby") ? "region" : "";
  if (given.includes("contenteditable") && element.isContentEditable) return "textbox";
  return TAG_ROLES[tag] || "";
};

// ---- accessible names -------------------------------------------------------------------------------------------
const referenced = (element, name) => attribute(element, name).split(/\s+/).filter(Boolean)
  .map(id => element.getRootNode().getElementById?.(id)).filter(Boolean);

const contentText = (element, skipped, deep = 0) => {
  if (!element.firstElementChild && !rootOf(element) && element.localName !== "slot") return element.textContent;
  if (deep > 40) return "";
  let text = "";
  for (const child of childrenOf(element)) {
    if (child.nodeType === 3) { text += child.data; continue; }
    if (child.nodeType !== 1 || child === skipped || IGNORED.has(child.localName)) continue;
    if (child.getAttribute("aria-hidden") === "true"
      || (child.localName !== "slot" && !child.checkVisibility({ visibilityProperty: true }))) continue;
    const label = attribute(child, "aria-label") || attribute(child, "alt");
    if (label) { text += ` ${label} `; continue; }
    const tag = child.localName;
    if (tag === "svg") { text += ` ${svgTitle(child)} `; continue; }
    if (tag === "select" || tag === "textarea" || (tag === "input" && !BUTTONS.has(child.type))) continue;
    if (tag === "input") { text += ` ${child.value} `; continue; }
    const inside = contentText(child, skipped, deep + 1);
    text += getComputedStyle(child).display.startsWith("inline") ? inside : ` ${inside} `;
  }
  return text;
};

const svgTitle = element => {
  for (const child of element.children) if (child.localName === "title") return child.textContent;
  return "";
};

// The hidden `<select>` a painted dropdown stands for: its label is the dropdown's.
const twinOf = (element, role) => {
  if (role !== "combobox" || element.localName === "select" || element.localName === "input") return null;
  for (let near = element, n = 0; near && n < 3; near = near.parentElement, n++) {
    const before = near.previousElementSibling;
    if (before?.localName === "select" && before.labels?.length) return before;
  }
  return null;
};

// What an icon is called where it comes from: data-icon, a sprite's symbol, a picture's file.
const PICTURES = new Set(["svg", "img", "i"]);
const pictureOf = element => {
  const said = attribute(element, "data-icon") || attribute(element, "data-lucide") || attribute(element, "data-feather");
  if (said) return said.slice(0, 60);
  const use = element.localName === "svg" ? element.querySelector("use") : null;
  const from = use ? attribute(use, "href") || attribute(use, "xlink:href") : attribute(element, "src");
  if (!from || from.startsWith("data:")) return "";
  return (use ? from.split("#").pop() : from.split(/[?#]/)[0].split("/").pop().replace(/\.\w+$/, "")).slice(0, 60);
};

const labelOf = element => {
  if (codeEditors.has(element)) return codeLabel(element, codeEditors.get(element));
  const by = referenced(element, "aria-labelledby");
  if (by.length) return squeeze(by.map(other => attribute(other, "aria-label") || contentText(other, element))
    .join(" "));
  if ((element.id || element.closest("label")) && element.labels?.length)
    return squeeze([...element.labels].map(label => contentText(label, element)).join(" "));
  return "";
};

const nameOf = (element, role, label, given, told) => {
  if (told) {
    if (label && given.includes("aria-labelledby")) return label;
    const aria = squeeze(attribute(element, "aria-label"));
    if (aria) return aria;
  }
  const tag = element.localName;
  if (tag === "input" && BUTTONS.has(element.type)) {
    const own = element.type === "image" ? attribute(element, "alt") : squeeze(element.value);
    return own || label || (element.type === "submit" ? "Submit" : element.type === "reset" ? "Reset" : "")
      || squeeze(attribute(element, "title"));
  }
  if (label) return label;
  if (tag === "img" || tag === "area") return squeeze(attribute(element, "alt") || attribute(element, "title"));
  if (tag === "svg") return squeeze(svgTitle(element));
  if (tag === "fieldset" || tag === "table" || tag === "figure" || tag === "details") {
    const captions = { fieldset: "legend", table: "caption", figure: "figcaption", details: "summary" };
    for (const child of element.children) if (child.localName === captions[tag]) return squeeze(contentText(child));
  }
  if (tag === "optgroup") return squeeze(attribute(element, "label"));
  if (NAMED_BY_CONTENT.has(role)) {
    const text = squeeze(tag === "option" ? element.label || element.textContent : contentText(element))
      || squeeze(PARTS_DRAWN.map(part => drawnBy(element, part)?.text || "").join(" "));
    if (text) return text.slice(0, 400);
  }
  return given.length ? squeeze(attribute(element, "title") || attribute(element, "placeholder")
    || told && attribute(element, "aria-placeholder") || "") : "";
};
