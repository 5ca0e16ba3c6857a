// One pass over a frame's document: what each element is, says and looks like, as JSON. A look changes nothing on the page.
//
// A Playwright selector engine that lives in an isolated world: the page's own scripts, however hostile, cannot reach
// it. `qa=look:{...}` answers one detached element whose text is the look; `qa=ref:7` answers element 7 of the last look;
// `qa=options:`, behind the locator of a `<select>`, answers what it offers now, `qa=code:`, behind that of a code editor,
// what it shows. `qa=named:`, behind a locator, answers nothing, but the look made next says which elements those are;
// `qa=view:7` brings element 7 of the last look into view and answers its box there.
// `qa=roll:7@300` scrolls element 7 of the last look, or the page where that is its body, to there and answers `rolls`.
// `qa=at:[x,y]` answers the frame's number and the element of the last look that a pointer there would meet.
// `qa=unseen:`, within an element, answers that very one where it, or all around it, is transparent or hidden.
// `qa=deed:3` says that the deed of that number is about to be done, `qa=came:[7,8]` since which one these elements of the
// last look have stood there. `qa=changes:` tells since when the document is another than it was in the last look that watched.
const ATTRIBUTES = new Map([["placeholder", "placeholder"], ["title", "title"], ["alt", "alt"], ["id", "id"],
  ["name", "field"], ["class", "classes"]]);
const NONE = [];
const FIELDS = new Set(["textbox", "searchbox", "combobox"]);
const SCROLLS = new Set(["auto", "scroll"]);
const CUTTING = new Set(["hidden", "clip"]);
const CUT_AWAY = /^(?:inset\((?:[5-9]\d|100)%|circle\(0(?:px|%)?[ )])/;
const WORD = /[\p{L}\p{N}]/u;
const OUT_OF_LINE = new Set(["absolute", "fixed"]);
const FIELD_TAGS = new Set(["input", "textarea"]);
const MOST_VALUE = 20000; // characters
let elements = [];
let named = [];
let used = null;
let frame = 0;

const look = options => {
  const limits = options.limits;
  const asked = named;
  named = [];
  if (options.used >= 0) used = elements[options.used] || null;
  elements = [];
  hosts = [];
  frame = options.frame;
  if (options.watch === "anew" || (options.watch && !watched)) watch();
  counters = null;
  codeEditors = new Map();
  codeInputs = new Set();
  collectEditors(document);
  motions = new Map();
  collectMotions(document);
  collectDrawing(document);
  const nodes = [];
  const parts = [];
  const places = new Map();
  const recased = []; // where, how long, and how its author wrote it: what a style sheet shows in other letters
  let length = 0, last = "\n", visited = 0, deep = 0, cut = "";
  let initial = ""; // how a style sheet shows the next letter
  let seams = []; // the ends of inline elements crossed since something was written
  const focused = deepFocus();
  // Offsets count code points, as Python does.
  const write = text => {
    parts.push(text);
    length += /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
    last = text[text.length - 1];
    seams = [];
  };
  const newline = () => { if (last !== "\n") write("\n"); };
  const say = (text, style) => {
    let said = clean(text).replace(/\s+/g, " ");
    if (said[0] === " " && (last === " " || last === "\n")) said = said.slice(1);
    if (!said) return;
    if (length > limits.text) { cut ||= "text"; return; }
    if (seams.length && WORD.test(last) && WORD.test(said[0]) && standApart(seams)) write(SEAM);
    const [shown, other] = inLetters(said, style, initial);
    initial = "";
    const start = length;
    write(shown);
    if (other !== shown) recased.push([start, length - start, other]);
  };
  // What a style sheet writes before or behind the content of an element, in a line or a place of its own.
  const sayDrawn = (element, part) => {
    const drawn = drawnBy(element, part);
    if (drawn === null) return;
    const { text, style } = drawn;
    const inline = style.display.startsWith("inline") && !OUT_OF_LINE.has(style.position);
    if (!inline) newline();
    else seams.push({ element: null, style, control: false, width: 0 });
    say(text, style);
    if (!inline) newline();
    else seams.push({ element: null, style, control: false, end: true });
  };

  const visit = (element, parent, above) => {
    const tag = element.localName;
    if (IGNORED.has(tag)) return null;
    if (visited++ >= limits.elements) { cut ||= "elements"; return null; }
    if (deep >= limits.depth) { cut ||= "depth"; return null; }
    if (tag === "br") { newline(); return null; }
    const root = rootOf(element);
    if (root) { collectEditors(root); collectMotions(root); collectDrawing(root); }
    // What is not given is not asked for: most elements have few attributes, and there are many to ask for.
    const given = element.hasAttributes() ? element.getAttributeNames() : NONE;
    const role = roleOf(element, given);
    const interactive = INTERACTIVE.has(role) || tag === "input";
    const node = {};
    const index = nodes.length;
    if (above.gone) return visitHidden(element, given, parent, above, node, role, interactive);
    const style = getComputedStyle(element);
    const display = style.display;
    const gone = display === "none" || (tag === "input" && element.type === "hidden") || isDescription(element, tag);
    if (gone) return visitHidden(element, given, parent, { ...above, gone: true }, node, role, interactive);
    const box = element.getBoundingClientRect();
    const position = style.position;
    let clip = position === "fixed" ? null : position === "absolute" ? above.held : above.clip;
    const { left, top, right, bottom, width, height } = box;
    if (!root && mayHost(element, tag, width, height)) suspect(element, width, height);
    const clipped = clip !== null && width > 0 && (right <= clip[0] || bottom <= clip[1] || left >= clip[2]
      || top >= clip[3]);
    const faint = above.faint || style.opacity === "0";
    const tiny = width <= 1 && height <= 1;
    const away = (width > 0 || height > 0) && (right + above.left <= 0 || bottom + above.top <= 0);
    const folded = tiny || ((width < 1 || height < 1) && element !== document.body);
    const shown = style.visibility === "visible" && !faint;
    // What can be scrolled into view is there: only a side that hides what flows over cuts it off, and no line does.
    const inline = display === "inline";
    const overX = inline ? "" : style.overflowX, overY = inline ? "" : style.overflowY;
    const across = CUTTING.has(overX), down = CUTTING.has(overY);
    const cuts = across || down;
    if (cuts && width > 0 && element !== document.body && element !== document.documentElement) {
      const edges = clip || [-Infinity, -Infinity, Infinity, Infinity];
      clip = [across ? Math.max(edges[0], left) : edges[0], down ? Math.max(edges[1], top) : edges[1],
        across ? Math.min(edges[2], right) : edges[2], down ? Math.min(edges[3], bottom) : edges[3]];
    }
    const pointer = style.cursor === "pointer";
    const quiet = above.quiet || clipped || (cuts && folded) || CUT_AWAY.test(style.clipPath)
      || (style.clip !== "auto" && (tiny || clippedAway(style.clip, position))) || (width === 0 && element.offsetWidth > 0)
      || (height === 0 && element.offsetHeight > 0);
    let visible = shown && !quiet && !away && !tiny && width > 0 && height > 0;
    describe(node, element, given, parent, role, interactive);
    if (style.textDecorationLine.includes("line-through")) addState(node, "struck");
    const rtl = style.direction === "rtl";
    if (rtl !== above.rtl) addState(node, rtl ? "rtl" : "ltr");
    if (motions.size && motions.has(element)) addState(node, motions.get(element));
    if (SCROLLS.has(overY) && element.scrollHeight > element.clientHeight + 1) node.rolls = rollsOf(element);
    if (FIELD_TAGS.has(tag) && LETTERS.has(style.textTransform)) addState(node, style.textTransform);
    if (width || height) node.box = rounded(left, top, width, height);
    if (pointer && !above.pointer || given.includes("onclick") || interactive && role !== "gridcell"
      || given.includes("tabindex") && element.tabIndex >= 0 || tag === "label"
      || style.pointerEvents === "none" && !role && !element.firstElementChild && element.textContent
      && !element.closest(CONTROLS)) node.click = true;
    if (interactive && style.pointerEvents === "none" && isUntouchable(element))
      node.states = [...(node.states || []), "untouchable"];
    if (options.colours) node.colours = [style.color, style.backgroundColor, style.fill, style.stroke,
      style.borderTopWidth === "0px" ? "" : style.borderTopColor];
    nodes.push(node);
    elements.push(element);
    places.set(element, index);

    const apart = !display.startsWith("inline") && display !== "contents" || OWN_LINE.has(tag) && display !== "inline";
    if (apart) newline();
    const start = length;
    if (interactive || node.click) node.at = start;
    const control = interactive || tag === "label";
    if (!apart) seams.push({ element, style, control, width: 0 });
    if (visible && tag === "input" && (BUTTONS.has(element.type) || element.readOnly || element.disabled)
      && element.type !== "password" && element.type !== "checkbox" && element.type !== "radio")
      say(element.type === "image" ? element.alt : node.name && BUTTONS.has(element.type) ? node.name : element.value, style);
    else if (visible && tag === "textarea" && (element.readOnly || element.disabled)) say(element.value, style);
    let union = null;
    if (tag === "select") {
      if (visible) say(node.value || "", style);
      for (const option of element.options) visit(option, index, { ...above, gone: true, listed: visible });
    } else if (tag !== "textarea" && tag !== "iframe") {
      const closed = tag === "details" && !element.open, skips = skipsContent(style);
      const speaks = shown && !quiet && !away && !closed && !skips;
      let summary = true, below = null;
      if (initials.has(element)) initial = getComputedStyle(element, "::first-letter").textTransform;
      if (speaks) sayDrawn(element, "::before");
      eachChild(element, child => {
        if (child.nodeType === 3) {
          if (speaks && draws(element, style)) say(child.data, style);
        } else if (child.nodeType === 1) {
          if (below === null) {
            const held = clip === above.held || position !== "static" || style.transform !== "none" ? clip : above.held;
            below = { clip, held, faint, pointer, left: above.left, top: above.top, gone: false, quiet, rtl };
            // What a box has scrolled out of sight can be scrolled back.
            if (element !== document.body && (SCROLLS.has(overX) || SCROLLS.has(overY))) {
              below.left += element.scrollLeft;
              below.top += element.scrollTop;
            }
          }
          const first = child.localName === "summary" && summary;
          if (first) summary = false;
          deep++;
          const inner = visit(child, index, skips || closed && !first ? { ...below, gone: true } : below);
          deep--;
          if (inner) union = union === null ? inner : [Math.min(union[0], inner[0]), Math.min(union[1], inner[1]),
            Math.max(union[2], inner[2]), Math.max(union[3], inner[3])];
        }
      });
      if (speaks) sayDrawn(element, "::after");
    }
    if (length > start) node.text = [start, length];
    if (apart) newline();
    else if (seams[seams.length - 1]?.element === element) seams[seams.length - 1].width = width;
    else seams.push({ element, style, control, end: true });
    if (!visible && union !== null && shown && (width === 0 || height === 0)) {
      visible = true;
      node.box = rounded(union[0], union[1], union[2] - union[0], union[3] - union[1]);
    }
    if (visible) {
      node.shown = true;
      if (interactive || node.click) {
        if (!role && lets(element, style, box)) addState(node, "through");
        const spot = node.states?.includes("through") ? [] : freeSpot(element, box);
        if (spot === null) { node.covered = true; node.wrapped = FIELDS.has(role) && wrapped(element, box); }
        else if (spot && spot.length) node.spot = spot.map(part => Math.round(part * 10) / 10);
      }
      return [left, top, right, bottom];
    }
    if (faint && width > 0 && !above.faint) { node.faint = true; node.wrapped = FIELDS.has(role) && wrapped(element, box); }
    return union;
  };

  const describe = (node, element, given, parent, role, interactive) => {
    const tag = element.localName;
    node.tag = tag;
    if (parent >= 0) node.parent = parent;
    if (role) node.role = role;
    let told = false; // by ARIA
    for (const name of given) {
      const key = ATTRIBUTES.get(name);
      if (key) {
        const value = element.getAttribute(name);
        if (value) node[key] = value.slice(0, 300);
      } else if (name.startsWith("aria-")) told = true;
    }
    const labelled = interactive || tag === "meter" || tag === "progress" || tag === "output"
      || told && given.includes("aria-labelledby");
    const label = labelled ? labelOf(twinOf(element, role) || element) : "";
    if (label) node.label = label;
    if (role || tag === "iframe" || tag === "input" || told && given.includes("aria-label") || node.title) {
      const name = nameOf(element, role, label, given, told);
      if (name) node.name = name;
    }
    if (tag === "input" || tag === "button") node.type = element.type;
    if (role || tag === "input") {
      const value = valueOf(element, role, told);
      if (value) node.value = value.slice(0, MOST_VALUE);
      const states = statesOf(element, role, interactive, focused, told);
      if (value.length > MOST_VALUE && !states.includes("partial")) states.push("partial");
      if (states.length) node.states = states;
    } else if (hasFocus(element, focused)) node.states = ["focused"];
    else if (told && element.getAttribute("aria-modal") === "true") node.states = ["modal"];
    if (told) noteAria(node, element);
    if (told || tag === "td" || tag === "th") notePlace(node, element, given);
    if (role === "progressbar" || role === "meter") node.bounds = boundsOf(element, tag);
    if (role === "progressbar" && isUntold(element, tag)) addState(node, "indeterminate");
    if (tag === "svg" && element.querySelector(ENDLESS)) addState(node, "turning");
    if (given.length) {
      for (const name of TEST_IDS) if (given.includes(name)) { node.testId = attribute(element, name); break; }
      const live = told ? attribute(element, "aria-live") : "";
      if (live === "assertive") node.live = true;
      else if (live === "polite") node.polite = true;
    }
    const picture = PICTURES.has(tag) || given.includes("data-icon") ? pictureOf(element) : "";
    if (picture) node.picture = picture;
    const href = tag === "a" ? element.href : "";
    if (href) node.href = String(href.baseVal ?? href).slice(0, 1000);
    if (element.form && places.has(element.form)) node.form = places.get(element.form);
    if (tag === "label" && element.control) node.control = element.control;
    if (tag[0] === "h" && tag.length === 2 && tag > "h0" && tag < "h7") node.level = +tag[1];
    else if (role === "heading") node.level = +(attribute(element, "aria-level") || 2);
  };

  // Of what is not rendered only that which a sentence can mean: controls, dialogs, texts.
  const visitHidden = (element, given, parent, above, node, role, interactive) => {
    const leaf = !element.firstElementChild;
    let index = parent;
    if (interactive || role || leaf && element.textContent.trim()) {
      index = nodes.length;
      describe(node, element, given, parent, role, interactive);
      if (leaf && !node.name) node.hiddenText = squeeze(element.textContent).slice(0, 200);
      if (above.listed) node.listed = true;
      nodes.push(node);
      elements.push(element);
      places.set(element, index);
    }
    deep++;
    const see = child => { if (child.nodeType === 1 && !IGNORED.has(child.localName)) visit(child, index, above); };
    if (element.localName === "select") for (const option of element.options) see(option);
    else eachChild(element, see);
    deep--;
    return null;
  };

  const top = document.body || document.documentElement;
  if (top) visit(top, -1, { clip: null, held: null, faint: false, pointer: false, gone: false, quiet: false,
    rtl: false, left: scrollX, top: scrollY });
  const page = document.scrollingElement;
  if (nodes.length && page && page.scrollHeight > innerHeight + 1 && !CUTTING.has(getComputedStyle(page).overflowY))
    nodes[0].rolls = rollsOf(page);
  for (const node of nodes) if (node.control) {
    const place = places.get(node.control);
    if (place === undefined) delete node.control; else node.control = place;
  }
  return {
    url: location.href, title: clean(document.title), text: parts.join(""), recased, nodes: nodes.map(row),
    used: used && places.has(used) ? places.get(used) : -1, named: asked.map(element => places.get(element) ?? -1),
    view: [innerWidth, innerHeight], scroll: [Math.round(scrollX), Math.round(scrollY)],
    ready: document.readyState, cut, hosts: hosts.length,
  };
};

// The node's fields in the order of ROW, up to the last that it has: on its way every name would cost as its value.
const row = node => {
  const values = [];
  for (let left = Object.keys(node).length; left > 0;) {
    const [name, none] = ROW[values.length];
    const value = node[name];
    if (value !== undefined) left--;
    values.push(value === undefined ? none : typeof value === "string" ? clean(value) : value);
  }
  return values;
};

const rounded = (x, y, width, height) => [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];

const saying = text => {
  const answer = document.createElement("i");
  answer.textContent = text;
  return answer;
};

const answering = value => saying(JSON.stringify(value, (_, each) => typeof each === "string" ? clean(each) : each));

const broughtIntoView = element => {
  element.scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
};

const indexAt = ([x, y]) => {
  let element = document.elementFromPoint(x, y);
  for (let root; element && (root = rootOf(element));) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === element) break;
    element = inner;
  }
  while (element && !elements.includes(element)) element = element.parentElement || element.getRootNode().host;
  return element ? elements.indexOf(element) : -1;
};

const queryAll = (root, selector) => {
  const colon = selector.indexOf(":");
  const verb = selector.slice(0, colon), [rest, more] = verb === "roll" ? selector.slice(colon + 1).split("@")
    : [selector.slice(colon + 1)];
  if (verb === "look") return [saying(JSON.stringify(look(JSON.parse(rest))))];
  if (verb === "options") return [answering([...root.options].map(
    ({ label, value, disabled, selected }) => ({ label: squeeze(label), value, disabled, selected })))];
  if (verb === "code") return [answering(codeOf(root, codeEditors.get(root)))];
  if (verb === "deed") { numbered(Number(rest)); return [saying("")]; }
  if (verb === "came") return [saying(JSON.stringify(JSON.parse(rest).map(ref => elements[ref]?.isConnected ? cameOf(elements[ref]) : -1)))];
  if (verb === "changes") return [saying(changes())];
  if (verb === "shown") return [answering(shownOf(JSON.parse(rest)))];
  if (verb === "at") return [saying(`${frame}:${indexAt(JSON.parse(rest))}`)];
  if (verb === "named") { named.push(root); return NONE; }
  if (verb === "unseen") return root.checkVisibility(VISIBLE) ? NONE : [root];
  if (verb === "self") return [saying(`${frame}:${elements.indexOf(root)}`)];
  const element = elements[Number(rest)];
  // An element that was replaced does not come back: whoever waits for it would wait in vain.
  if (!element || !element.isConnected) throw new Error("the element seen is detached");
  if (verb === "roll") return [saying(rolled(element, Number(more)))];
  if (verb === "view") return [answering(broughtIntoView(element))];
  return [element];
};

const query = (root, selector) => queryAll(root, selector)[0];
