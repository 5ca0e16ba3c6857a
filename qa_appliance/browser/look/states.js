// States, values, and where an element can be clicked. A part of the look: look.py joins the files into one.

// ---- state ------------------------------------------------------------------------------------------------------
const valueOf = (element, role, told) => {
  if (codeEditors.has(element)) return codeOf(element, codeEditors.get(element)).text;
  const tag = element.localName;
  if (tag === "input") {
    if (element.type === "password") return "\u2022".repeat(element.value.length);
    if (element.type === "file") return [...element.files].map(file => file.name).join(", ");
    if (element.type === "checkbox" || element.type === "radio") return attribute(element, "value");
    return element.value;
  }
  if (tag === "textarea") return element.value;
  if (tag === "select") return [...element.selectedOptions].map(option => squeeze(option.label)).join(", ");
  if (tag === "option") return element.value;
  if (tag === "progress" || tag === "meter") return String(element.value);
  const aria = told && (attribute(element, "aria-valuetext") || attribute(element, "aria-valuenow"));
  if (aria) return aria;
  return role === "textbox" || role === "searchbox" ? squeeze(element.innerText || "") : "";
};

const statesOf = (element, role, interactive, focused, told) => {
  const states = [];
  const tag = element.localName;
  if (hasFocus(element, focused)) states.push("focused");
  if (tag === "dialog" && element.open && element.matches(":modal")) states.push("modal");
  else if (element.getAttribute("aria-modal") === "true") states.push("modal");
  const aria = name => told ? element.getAttribute("aria-" + name) : null;
  if (interactive || tag === "fieldset") {
    if (element.matches(":disabled") || element.closest('[aria-disabled="true"]')) states.push("disabled");
  }
  if (interactive && element.closest("[inert]")) states.push("inert");
  if (tag === "input" && (element.type === "checkbox" || element.type === "radio"))
    states.push(element.indeterminate ? "mixed" : element.checked ? "checked" : "unchecked");
  else if (aria("checked")) states.push({ true: "checked", mixed: "mixed" }[aria("checked")] || "unchecked");
  if (tag === "option" ? element.selected : aria("selected") === "true") states.push("selected");
  if (aria("pressed")) states.push(aria("pressed") === "true" ? "pressed" : "unpressed");
  if (aria("current") && aria("current") !== "false") states.push("current");
  if (aria("current") === "step") states.push("step");
  if (tag === "details") states.push(element.open ? "expanded" : "collapsed");
  else if (tag === "summary" && element.parentElement?.localName === "details")
    states.push(element.parentElement.open ? "expanded" : "collapsed");
  else if (aria("expanded")) states.push(aria("expanded") === "true" ? "expanded" : "collapsed");
  if (aria("controls")) states.push("controls");
  if (element.readOnly === true || aria("readonly") === "true") states.push("readonly");
  if (element.required === true || aria("required") === "true") states.push("required");
  if (aria("invalid") && aria("invalid") !== "false") states.push("invalid");
  else if (element.willValidate && element.matches(":user-invalid")) states.push("invalid");
  if (element.multiple === true || aria("multiselectable") === "true") states.push("multiple");
  if (tag === "img" && element.complete && (element.currentSrc || element.getAttribute("src")) && !element.naturalWidth) states.push("broken");
  if (codeEditors.has(element)) states.push(...codeStates(element, codeEditors.get(element)));
  else if (element.isContentEditable) states.push("editor");
  if (aria("haspopup") && aria("haspopup") !== "false") states.push("popup");
  if (aria("sort") && aria("sort") !== "none") states.push(aria("sort"));
  return states;
};

// A code editor has it while its input does, which is no field of its own.
const hasFocus = (element, focused) => {
  if (!focused) return false;
  const editor = codeEditors.get(element);
  return editor ? inputOf(element, editor) === focused : element === focused && !codeInputs.has(element);
};

const deepFocus = () => {
  let focused = document.activeElement;
  for (let root; focused && (root = rootOf(focused))?.activeElement;) focused = root.activeElement;
  return focused === document.body ? null : focused;
};

// ---- drawn ------------------------------------------------------------------------------------------------------
const SVG = "http://www.w3.org/2000/svg";
const DESCRIBES = new Set(["desc", "metadata"]);
const SVG_TEXTS = new Set(["text", "tspan", "textPath", "a"]);
const UNCONTAINED = /^(?:inline$|contents|ruby|(?:inline-)?table)/; // boxes that always show what is in them

// A drawing's words about itself, for machines.
const isDescription = (element, tag) => DESCRIBES.has(tag) && element.namespaceURI === SVG;

// Whether a style sheet has the browser leave out what is in a box; what is hidden until it is found is so, too.
const skipsContent = style => style.contentVisibility === "hidden" && !UNCONTAINED.test(style.display);

const paints = (paint, opacity) => paint !== "none" && opacity !== "0" && colourOf(paint)?.[3] !== 0;

// Whether the text in an element is drawn with anything at all.
const draws = (element, style) => {
  if (style.fontSize === "0px") return false;
  if (!SVG_TEXTS.has(element.localName) || element.namespaceURI !== SVG) return true;
  return paints(style.fill, style.fillOpacity)
    || (paints(style.stroke, style.strokeOpacity) && parseFloat(style.strokeWidth) > 0);
};

// ---- covered ----------------------------------------------------------------------------------------------------
// A point at which the element itself would take a click, relative to its box; null when something lies over it.
const freeSpot = (element, box) => {
  const left = Math.max(box.left, 0), top = Math.max(box.top, 0);
  const right = Math.min(box.right, innerWidth), bottom = Math.min(box.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) return undefined;
  const rects = element.getClientRects();
  const line = rects.length > 1 ? rects[0] : null;
  const points = [[(left + right) / 2, (top + bottom) / 2]];
  if (line) points.unshift([line.left + line.width / 2, line.top + line.height / 2]);
  for (const [fx, fy] of [[0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8], [0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]])
    points.push([left + (right - left) * fx, top + (bottom - top) * fy]);
  for (let n = 0; n < points.length; n++) {
    const [x, y] = points[n];
    if (takes(element, x, y)) return n === 0 && !line ? [] : [x - box.left, y - box.top];
  }
  return null;
};

// Whether what lies over a field belongs to its own small box: a placeholder, the value chosen.
const wrapped = (element, box) => {
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  let around = element.parentElement;
  for (let n = 0; hit && around && n < 3 && around.getBoundingClientRect().height <= 80; n++, around = around.parentElement)
    if (around.contains(hit)) return true;
  return false;
};

const takes = (element, x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let root; hit && (root = rootOf(hit));) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  for (let other = hit; other; other = other.assignedSlot || other.parentElement || other.getRootNode().host)
    if (other === element || (other.localName === "label" && other.control === element)) return true;
  return hit ? hit.contains(element) : true;
};

// Whether a word lets clicks through to the control it is written on or stands in.
const lets = (element, style, box) => style.pointerEvents === "none" && !element.closest(CONTROLS)
  && wrapped(element, box);
// Of a control that takes no pointer, whether nothing that it stands in or on does either: a box is pressed by its label.
const isUntouchable = element => element.type !== "checkbox" && element.type !== "radio" && element.type !== "file"
  && !element.parentElement?.closest(`${CONTROLS}, label, [onclick]`);
// Cut down to nothing by the old property, which counts where an element has a place of its own.
const clippedAway = (clip, position) => {
  const sides = /^rect\(([^)]*)\)$/.exec(clip)?.[1].split(/[\s,]+/).map(parseFloat) || [];
  return (position === "absolute" || position === "fixed") && (sides[2] <= sides[0] || sides[1] <= sides[3]);
};
const CONTROLS = "a, button, input, select, textarea, summary, [role=button], [role=link], [role=tab], [role=menuitem]";

// ---- apart ------------------------------------------------------------------------------------------------------
const APART = 0.2; // of the letters' height: the least that is seen as a gap between two words

// Whether people see two words where inline elements meet without a space: a gap, or one link or control after another.
const standApart = seams => {
  let gap = 0, left = null, entered = null;
  for (const { element, style, control, width, end } of seams) {
    if (width) gap += width;
    else if (end) gap += parseFloat(style.marginInlineEnd) + parseFloat(style.borderInlineEndWidth)
      + parseFloat(style.paddingInlineEnd) || 0;
    else gap += parseFloat(style.marginInlineStart) + parseFloat(style.borderInlineStartWidth)
      + parseFloat(style.paddingInlineStart) || 0;
    if (control && end) left = element;
    if (control && !end) entered = element;
  }
  if (gap >= APART * parseFloat(seams[seams.length - 1].style.fontSize)) return true;
  return left !== null && entered !== null && (!left.href || left.href !== entered.href);
};
