// One pass over a frame's document: what each element is, says and looks like, as JSON. Changes nothing on the page.
//
// A Playwright selector engine that lives in an isolated world: the page's own scripts, however hostile, cannot reach
// it. `qa=look:{…}` answers one detached element whose text is the look; `qa=ref:7` answers element 7 of the last look.
(() => {
  const IGNORED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title", "base", "defs",
    "symbol", "source", "track", "param", "wbr"]);
  const OWN_LINE = new Set(["button", "select", "input", "textarea", "td", "th", "option", "li", "p", "div", "label"]);
  const BUTTONS = new Set(["button", "submit", "reset", "image"]);
  const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
  const NAMED_BY_CONTENT = new Set(["button", "link", "heading", "option", "tab", "menuitem", "menuitemcheckbox",
    "menuitemradio", "checkbox", "radio", "switch", "cell", "gridcell", "columnheader", "rowheader", "treeitem",
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

  let elements = [];
  let used = null;
  let frame = 0;

  const squeeze = text => text.replace(/\s+/g, " ").trim();
  const attribute = (element, name) => element.getAttribute(name) || "";

  const roleOf = element => {
    const said = attribute(element, "role").trim().split(/\s+/)[0].toLowerCase();
    if (said && said !== "presentation" && said !== "none") return said;
    const tag = element.localName;
    if (tag === "input") {
      const type = element.type;
      if (type in INPUT_ROLES) return INPUT_ROLES[type];
      return element.hasAttribute("list") ? "combobox" : "textbox";
    }
    if (tag === "a" || tag === "area") return element.hasAttribute("href") ? "link" : "";
    if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "img") return said || (element.getAttribute("alt") === "" ? "" : "img");
    if (tag === "svg") return "img";
    if (tag === "th") return attribute(element, "scope") === "row" ? "rowheader" : "columnheader";
    if (tag === "section") return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby")
      ? "region" : "";
    if (element.isContentEditable && (!element.parentElement || !element.parentElement.isContentEditable))
      return "textbox";
    return TAG_ROLES[tag] || "";
  };

  // ---- accessible names -------------------------------------------------------------------------------------------
  const referenced = (element, name) => attribute(element, name).split(/\s+/).filter(Boolean)
    .map(id => element.getRootNode().getElementById?.(id)).filter(Boolean);

  const contentText = (element, skipped, deep = 0) => {
    if (!element.firstElementChild && !element.shadowRoot) return element.textContent;
    if (deep > 40) return "";
    let text = "";
    for (const child of childrenOf(element)) {
      if (child.nodeType === 3) { text += child.data; continue; }
      if (child.nodeType !== 1 || child === skipped || IGNORED.has(child.localName)) continue;
      if (child.getAttribute("aria-hidden") === "true" || !child.checkVisibility({ visibilityProperty: true })) continue;
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

  const labelOf = element => {
    const by = referenced(element, "aria-labelledby");
    if (by.length) return squeeze(by.map(other => attribute(other, "aria-label") || contentText(other, element))
      .join(" "));
    if (element.labels && element.labels.length)
      return squeeze([...element.labels].map(label => contentText(label, element)).join(" "));
    return "";
  };

  const nameOf = (element, role, label) => {
    if (element.hasAttribute("aria-labelledby") && label) return label;
    const aria = squeeze(attribute(element, "aria-label"));
    if (aria) return aria;
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
      const text = squeeze(tag === "option" ? element.label || element.textContent : contentText(element));
      if (text) return text.slice(0, 400);
    }
    return squeeze(attribute(element, "title") || attribute(element, "placeholder")
      || attribute(element, "aria-placeholder"));
  };

  // ---- state ------------------------------------------------------------------------------------------------------
  const valueOf = (element, role) => {
    const tag = element.localName;
    if (tag === "input") {
      if (element.type === "password") return "•".repeat(element.value.length);
      if (element.type === "file") return [...element.files].map(file => file.name).join(", ");
      if (element.type === "checkbox" || element.type === "radio") return attribute(element, "value");
      return element.value;
    }
    if (tag === "textarea") return element.value;
    if (tag === "select") return [...element.selectedOptions].map(option => squeeze(option.label)).join(", ");
    if (tag === "option") return element.value;
    if (tag === "progress" || tag === "meter") return String(element.value);
    const aria = attribute(element, "aria-valuetext") || attribute(element, "aria-valuenow");
    if (aria) return aria;
    return role === "textbox" || role === "searchbox" ? squeeze(element.innerText || "") : "";
  };

  const statesOf = (element, role, interactive, focused) => {
    const states = [];
    const tag = element.localName;
    if (element === focused) states.push("focused");
    if (tag === "dialog" && element.open && element.matches(":modal")) states.push("modal");
    else if (element.getAttribute("aria-modal") === "true") states.push("modal");
    const aria = name => element.getAttribute("aria-" + name);
    if (interactive || tag === "fieldset") {
      if (element.matches(":disabled") || element.closest('[aria-disabled="true"]')) states.push("disabled");
    }
    if (tag === "input" && (element.type === "checkbox" || element.type === "radio"))
      states.push(element.indeterminate ? "mixed" : element.checked ? "checked" : "unchecked");
    else if (aria("checked")) states.push({ true: "checked", mixed: "mixed" }[aria("checked")] || "unchecked");
    if (tag === "option" ? element.selected : aria("selected") === "true") states.push("selected");
    if (aria("pressed") === "true") states.push("pressed");
    if (aria("current") && aria("current") !== "false") states.push("current");
    if (tag === "details") states.push(element.open ? "expanded" : "collapsed");
    else if (tag === "summary" && element.parentElement?.localName === "details")
      states.push(element.parentElement.open ? "expanded" : "collapsed");
    else if (aria("expanded")) states.push(aria("expanded") === "true" ? "expanded" : "collapsed");
    if (element.readOnly === true || aria("readonly") === "true") states.push("readonly");
    if (element.required === true || aria("required") === "true") states.push("required");
    if (aria("invalid") && aria("invalid") !== "false") states.push("invalid");
    else if (element.willValidate && element.matches(":user-invalid")) states.push("invalid");
    if (element.multiple === true) states.push("multiple");
    if (element.isContentEditable) states.push("editor");
    if (aria("haspopup") && aria("haspopup") !== "false") states.push("popup");
    if (aria("sort") && aria("sort") !== "none") states.push(aria("sort"));
    return states;
  };

  const deepFocus = () => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused === document.body ? null : focused;
  };

  const childrenOf = element => {
    if (element.shadowRoot) return element.shadowRoot.childNodes;
    if (element.localName === "slot") {
      const given = element.assignedNodes();
      if (given.length) return given;
    }
    return element.childNodes;
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

  const takes = (element, x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    for (let other = hit; other; other = other.assignedSlot || other.parentElement || other.getRootNode().host)
      if (other === element || (other.localName === "label" && other.control === element)) return true;
    return hit ? hit.contains(element) : true;
  };

  // ---- the pass ---------------------------------------------------------------------------------------------------
  const look = options => {
    elements = [];
    frame = options.frame;
    const nodes = [];
    const parts = [];
    const places = new Map();
    let length = 0, last = "\n";
    const focused = deepFocus();
    // Offsets count code points, as Python does.
    const write = text => {
      parts.push(text);
      length += /[\ud800-\udfff]/.test(text) ? [...text].length : text.length;
      last = text[text.length - 1];
    };
    const newline = () => { if (last !== "\n") write("\n"); };
    const say = (text, transform) => {
      let said = text.replace(/\s+/g, " ");
      if (said[0] === " " && (last === " " || last === "\n")) said = said.slice(1);
      if (!said) return;
      if (transform === "uppercase") said = said.toUpperCase();
      else if (transform === "lowercase") said = said.toLowerCase();
      else if (transform === "capitalize") said = said.replace(/(^|\s)(\S)/g, (_, gap, letter) => gap + letter.toUpperCase());
      write(said);
    };

    const visit = (element, parent, above) => {
      const tag = element.localName;
      if (IGNORED.has(tag)) return null;
      if (tag === "br") { newline(); return null; }
      const role = roleOf(element);
      const interactive = INTERACTIVE.has(role) || tag === "input";
      const node = {};
      const index = nodes.length;
      if (above.gone) return visitHidden(element, parent, above, node, role, interactive);
      const style = getComputedStyle(element);
      const gone = style.display === "none" || (tag === "input" && element.type === "hidden");
      if (gone) return visitHidden(element, parent, { ...above, gone: true }, node, role, interactive);
      const box = element.getBoundingClientRect();
      const position = style.position;
      let clip = position === "fixed" ? null : position === "absolute" ? above.held : above.clip;
      const clipped = clip !== null && box.width > 0 && (box.right <= clip[0] || box.bottom <= clip[1]
        || box.left >= clip[2] || box.top >= clip[3]);
      const faint = above.faint || style.opacity === "0";
      const tiny = box.width <= 1 && box.height <= 1;
      const away = box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
      const shown = style.visibility === "visible" && !faint;
      const cuts = style.overflowX === "hidden" || style.overflowX === "clip" || style.overflowY === "hidden";
      if (cuts && box.width > 0 && element !== document.body && element !== document.documentElement)
        clip = clip === null ? [box.left, box.top, box.right, box.bottom] : [Math.max(clip[0], box.left),
          Math.max(clip[1], box.top), Math.min(clip[2], box.right), Math.min(clip[3], box.bottom)];
      const pointer = style.cursor === "pointer";
      const below = {
        clip, held: position !== "static" || style.transform !== "none" ? clip : above.held, faint, pointer,
        gone: false, quiet: above.quiet || clipped || (tiny && cuts) || style.clipPath === "inset(50%)"
          || (style.clip !== "auto" && tiny),
      };
      let visible = shown && !below.quiet && !away && !tiny && box.width > 0 && box.height > 0;
      describe(node, element, parent, role, interactive, box);
      if (pointer && !above.pointer || element.hasAttribute("onclick") || interactive && role !== "gridcell"
        || element.hasAttribute("tabindex") && element.tabIndex >= 0 || tag === "label") node.click = true;
      if (options.colours) node.colours = [style.color, style.backgroundColor, style.fill, style.stroke,
        style.borderTopWidth === "0px" ? "" : style.borderTopColor];
      nodes.push(node);
      elements.push(element);
      places.set(element, index);

      const apart = !style.display.startsWith("inline") && style.display !== "contents" || OWN_LINE.has(tag)
        && style.display !== "inline";
      if (apart) newline();
      const start = length;
      if (interactive || node.click) node.at = start;
      if (visible && tag === "input" && (BUTTONS.has(element.type) || element.readOnly || element.disabled)
        && element.type !== "password" && element.type !== "checkbox" && element.type !== "radio")
        say(element.type === "image" ? element.alt : node.name && BUTTONS.has(element.type) ? node.name : element.value, "");
      else if (visible && tag === "textarea" && (element.readOnly || element.disabled)) say(element.value, "");
      let union = null;
      if (tag === "select") {
        if (visible) say(node.value || "", "");
        for (const option of element.options) visit(option, index, { ...below, gone: true, listed: visible });
      } else if (tag !== "textarea" && tag !== "iframe") {
        const closed = tag === "details" && !element.open;
        let summary = true;
        for (const child of childrenOf(element)) {
          if (child.nodeType === 3) {
            if (shown && !below.quiet && !away && !closed) say(child.data, style.textTransform);
          } else if (child.nodeType === 1) {
            const first = child.localName === "summary" && summary;
            if (first) summary = false;
            const inner = visit(child, index, closed && !first ? { ...below, gone: true } : below);
            if (inner) union = union === null ? inner : [Math.min(union[0], inner[0]), Math.min(union[1], inner[1]),
              Math.max(union[2], inner[2]), Math.max(union[3], inner[3])];
          }
        }
      }
      if (length > start) node.text = [start, length];
      if (apart) newline();
      if (!visible && union !== null && shown && (box.width === 0 || box.height === 0)) {
        visible = true;
        node.box = [union[0], union[1], union[2] - union[0], union[3] - union[1]].map(Math.round);
      }
      if (visible) {
        node.shown = true;
        if (interactive || node.click) {
          const spot = freeSpot(element, box);
          if (spot === null) node.covered = true;
          else if (spot && spot.length) node.spot = spot.map(Math.round);
        }
        return [box.left, box.top, box.right, box.bottom];
      }
      if (faint && box.width > 0 && !above.faint) node.faint = true;
      return union;
    };

    const describe = (node, element, parent, role, interactive, box) => {
      const tag = element.localName;
      node.tag = tag;
      if (parent >= 0) node.parent = parent;
      if (role) node.role = role;
      const labelled = interactive || tag === "meter" || tag === "progress" || tag === "output"
        || element.hasAttribute("aria-labelledby");
      const label = labelled ? labelOf(element) : "";
      if (label) node.label = label;
      if (role || tag === "iframe" || tag === "input" || element.hasAttribute("aria-label")
        || element.hasAttribute("title")) {
        const name = nameOf(element, role, label);
        if (name) node.name = name;
      }
      if (tag === "input" || tag === "button") node.type = element.type;
      if (role || tag === "input") {
        const value = valueOf(element, role);
        if (value) node.value = value.slice(0, 2000);
        const states = statesOf(element, role, interactive, focused);
        if (states.length) node.states = states;
      } else if (element === focused) node.states = ["focused"];
      else if (element.getAttribute("aria-modal") === "true") node.states = ["modal"];
      for (const [key, name] of [["placeholder", "placeholder"], ["title", "title"], ["alt", "alt"], ["id", "id"],
        ["field", "name"], ["words", "class"]]) {
        const value = element.getAttribute(name);
        if (value) node[key] = value.slice(0, 300);
      }
      for (const name of TEST_IDS) if (element.hasAttribute(name)) { node.testId = attribute(element, name); break; }
      if (tag === "a" && element.href) node.href = String(element.href.baseVal ?? element.href).slice(0, 1000);
      if (element.form && places.has(element.form)) node.form = places.get(element.form);
      if (tag === "label" && element.control) node.control = element.control;
      if (tag[0] === "h" && tag.length === 2 && tag > "h0" && tag < "h7") node.level = +tag[1];
      else if (role === "heading") node.level = +(attribute(element, "aria-level") || 2);
      if (box && (box.width || box.height)) node.box = [box.left, box.top, box.width, box.height].map(Math.round);
      const live = element.getAttribute("aria-live");
      if (live === "assertive") node.live = true;
    };

    // Of what is not rendered only that which a sentence can mean: controls, dialogs, texts.
    const visitHidden = (element, parent, above, node, role, interactive) => {
      const leaf = !element.firstElementChild;
      let index = parent;
      if (interactive || role || leaf && element.textContent.trim()) {
        index = nodes.length;
        describe(node, element, parent, role, interactive, null);
        if (leaf && !node.name) node.hiddenText = squeeze(element.textContent).slice(0, 200);
        if (above.listed) node.listed = true;
        nodes.push(node);
        elements.push(element);
        places.set(element, index);
      }
      const inner = element.localName === "select" ? element.options : childrenOf(element);
      for (const child of inner)
        if (child.nodeType === 1 && !IGNORED.has(child.localName)) visit(child, index, above);
      return null;
    };

    const top = document.body || document.documentElement;
    if (top) visit(top, -1, { clip: null, held: null, faint: false, pointer: false, gone: false, quiet: false });
    for (const node of nodes) if (node.control) {
      const place = places.get(node.control);
      if (place === undefined) delete node.control; else node.control = place;
    }
    return {
      url: location.href, title: document.title, text: parts.join(""), nodes,
      used: used && places.has(used) ? places.get(used) : -1,
      view: [innerWidth, innerHeight], scroll: [Math.round(scrollX), Math.round(scrollY)],
      ready: document.readyState,
    };
  };

  const saying = text => {
    const answer = document.createElement("i");
    answer.textContent = text;
    return answer;
  };

  const queryAll = (root, selector) => {
    const colon = selector.indexOf(":");
    const verb = selector.slice(0, colon), rest = selector.slice(colon + 1);
    if (verb === "look") return [saying(JSON.stringify(look(JSON.parse(rest))))];
    if (verb === "self") return [saying(`${frame}:${elements.indexOf(root)}`)];
    const element = elements[Number(rest)];
    if (!element || !element.isConnected) return [];
    if (verb === "used") used = element;
    return [element];
  };
  return { query: (root, selector) => queryAll(root, selector)[0], queryAll };
})()
