// ---- shown ------------------------------------------------------------------------------------------------------
// Whether a person could see an element's text (where words are given: the part that holds them), or its box where it
// has none: "" if so, else "outside" (of all that can be scrolled to), "covered", "transparent" or "colour" (that of its
// background, as far as styles tell). `sure`: what moves, lies under something that may pass, or is seen in part counts as
// seen. What is scrolled for it is scrolled back in the same breath.
const MOST_TEXTS = 40;
const MOST_RECTS = 20;
const EVERYTHING_HIT = "*{pointer-events:auto!important}";
const MOST_RESTYLED = 20000;
const parentOf = element => element.assignedSlot || element.parentElement || element.getRootNode().host || null;

const textsIn = (element, words, found = []) => {
  for (const child of childrenOf(element)) {
    if (child.nodeType === 3 && child.data.trim()) found.push(child);
    else if (child.nodeType === 1 && !IGNORED.has(child.localName)) textsIn(child, words, found);
  }
  return found;
};

const wantedTexts = (element, words) => {
  const texts = textsIn(element, words);
  const holding = words ? texts.filter(text => squeeze(text.data).toLowerCase().includes(words)) : [];
  const within = words ? texts.filter(text => words.includes(squeeze(text.data).toLowerCase())) : [];
  return (holding.length ? holding : within.length ? within : texts).slice(0, MOST_TEXTS);
};

const rectsOf = text => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].filter(rect => rect.width > 1 && rect.height > 1).slice(0, MOST_RECTS);
};

const colourOf = said => {
  const parts = (said.match(/[\d.]+/g) || []).map(Number);
  return said.startsWith("rgb") && parts.length > 2 ? [parts[0], parts[1], parts[2], parts[3] ?? 1] : null;
};

const opacityOf = element => {
  let opacity = 1;
  for (let at = element; at; at = parentOf(at)) opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
};

const opaque = element => {
  const style = getComputedStyle(element);
  const colour = colourOf(style.backgroundColor);
  return colour !== null && colour[3] > 0.95 && style.mixBlendMode === "normal" && style.maskImage === "none"
    && opacityOf(element) > 0.95;
};

const holds = (outer, element) => {
  for (let at = element; at; at = parentOf(at)) if (at === outer) return true;
  return false;
};

const PICTURED = new Set(["img", "svg", "video", "canvas", "picture", "iframe", "object", "embed"]);

// Of the same colour as what lies under it; pictures and gradients are taken for another.
const fades = (element, under) => {
  const style = getComputedStyle(element);
  const colour = colourOf(element.namespaceURI === SVG ? style.fill : style.webkitTextFillColor || style.color);
  if (!colour || style.textShadow !== "none" || parseFloat(style.webkitTextStrokeWidth) > 0) return "";
  for (let at = element; at; at = parentOf(at)) if (getComputedStyle(at).backgroundClip.includes("text")) return "";
  if (colour[3] < 0.05) return "transparent";
  for (const behind of under) {
    if (PICTURED.has(behind.localName)) return "";
    const look = getComputedStyle(behind);
    if (look.backgroundImage !== "none" || look.backdropFilter !== "none") return "";
    const ground = colourOf(look.backgroundColor);
    if (!ground) return "";
    if (ground[3] > 0.05) return ground[3] > 0.95 && near(ground, colour) ? "colour" : "";
  }
  const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark");
  return !dark && near([255, 255, 255], colour) ? "colour" : "";
};

const near = (one, other) => [0, 1, 2].every(n => Math.abs(one[n] - other[n]) <= 12);

const PASSING = /load|spin|wait|busy|progress|overlay|backdrop|modal|splash|skeleton|\bsaving|\bsending/i;
const POPUPS = new Set(["dialog", "alertdialog", "menu", "listbox", "tooltip", "progressbar", "status"]);

const passes = layer => layer.localName === "dialog" || layer.hasAttribute("popover")
  || POPUPS.has(layer.getAttribute("role")) || layer.getAttribute("aria-busy") === "true"
  || getComputedStyle(layer).position === "fixed" || PASSING.test(`${layer.id} ${layer.className}`);

const boxIn = (inner, outer) => inner.left >= outer.left - 2 && inner.top >= outer.top - 2
  && inner.right <= outer.right + 2 && inner.bottom <= outer.bottom + 2;

// One layer of a stack over another: it fills the box both share. A list that drops down, or a veil, passes.
const staysOver = (cover, element) => {
  let branch = element;
  while (parentOf(branch) && !holds(parentOf(branch), cover)) branch = parentOf(branch);
  const shared = parentOf(branch);
  if (!shared || PASSING.test(cover.textContent.slice(0, 200))) return false;
  for (let at = cover; at && at !== shared; at = parentOf(at)) if (passes(at)) return false;
  const box = cover.getBoundingClientRect();
  return boxIn(shared.getBoundingClientRect(), box) && boxIn(branch.getBoundingClientRect(), box);
};

const moves = element => {
  for (let at = element; at; at = parentOf(at)) if (at.getAnimations().some(a => a.playState === "running")) return true;
  return false;
};

const painted = element => {
  const style = getComputedStyle(element);
  const ground = colourOf(style.backgroundColor);
  return style.backgroundImage !== "none" || !ground || ground[3] > 0.05 || style.boxShadow !== "none"
    || parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth) + parseFloat(style.outlineWidth) > 0;
};

const judgePoint = (element, x, y, textual, sure) => {
  const root = element.getRootNode();
  const stack = (root.elementsFromPoint ? root : document).elementsFromPoint(x, y);
  const own = stack.findIndex(hit => holds(hit, element) || holds(element, hit));
  const covers = stack.slice(0, own < 0 ? stack.length : own).filter(opaque);
  if (covers.length) return !sure || covers.some(cover => staysOver(cover, element)) ? "covered" : "";
  if (!textual) return "";
  let under = own < 0 ? [] : stack.slice(own);
  if (own < 0) for (let at = element; at; at = parentOf(at)) under.push(at);
  if (under[0] !== element && !holds(element, under[0])) under = [element, ...under];
  return fades(element, under);
};

const judgeRect = (element, rect, textual, sure) => {
  const left = Math.max(rect.left, 0), right = Math.min(rect.right, innerWidth);
  const top = Math.max(rect.top, 0), bottom = Math.min(rect.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) return "outside";
  let reason = "";
  for (const part of [0.5, 0.1, 0.9, 0.3, 0.7]) {
    reason = judgePoint(element, left + (right - left) * part, (top + bottom) / 2, textual, sure);
    if (!reason) return "";
  }
  return reason;
};

const judge = (element, rects, textual, sure) => {
  let reason = "";
  for (const rect of rects()) {
    reason = judgeRect(element, rect, textual, sure);
    if (!reason) return "";
  }
  return reason;
};

const scrolledInto = (element, ask) => {
  const before = [];
  for (let at = element; at; at = parentOf(at)) before.push([at, at.scrollLeft, at.scrollTop]);
  const page = document.scrollingElement;
  if (page) before.push([page, page.scrollLeft, page.scrollTop]);
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  try { return ask(); }
  finally { for (const [at, left, top] of before) if (at.scrollLeft !== left || at.scrollTop !== top) at.scrollTo({ left, top, behavior: "instant" }); }
};

const PARTS = "img,svg,video,canvas,iframe,object,embed,input,select,textarea";

const partsOf = (element, words, sure) => {
  const texts = wantedTexts(element, words).map(text => [text.parentElement || element, () => rectsOf(text), true])
    .filter(([, rects]) => rects().length);
  const boxes = sure && !words ? [...element.querySelectorAll(PARTS)] : [];
  if (!texts.length || (sure && !words && painted(element))) boxes.push(element);
  return [...texts, ...boxes.map(box => [box, () => [box.getBoundingClientRect()], false])];
};

const hiddenBy = (element, words, sure) => {
  if (sure && moves(element)) return "";
  let reason = "";
  for (const [of, rects, textual] of partsOf(element, words, sure)) {
    reason = textual && opacityOf(of) < 0.05 ? "transparent" : judge(of, rects, textual, sure);
    if (reason === "outside" || reason === "covered") reason = scrolledInto(of, () => judge(of, rects, textual, sure));
    if (!reason) return "";
  }
  return reason;
};

const hasPlace = element => [...element.getClientRects()].some(rect => rect.width > 0 && rect.height > 0)
  || [...element.childNodes].some(child => child.nodeType === 3 && child.data.trim())
  || ["::before", "::after"].some(part => !["none", "normal"].includes(getComputedStyle(element, part).content));

// Whether anything in it is hit otherwise than by its box: only then the pointer is asked of a page styled anew for it,
// which has all of it drawn again.
const letsThrough = root => document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, element => {
  const style = getComputedStyle(element);
  if (style.display === "none") return NodeFilter.FILTER_REJECT;
  return style.pointerEvents === "auto" || !hasPlace(element) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT;
}).nextNode() !== null;

const shownOf = ({ refs, words, sure }) => {
  const wanted = refs.map(ref => elements[ref]).filter(element => element && element.isConnected);
  const roots = [...new Set([document, ...wanted.map(element => element.getRootNode())])];
  const sheet = new CSSStyleSheet();
  const restyled = [];
  try {
    if (document.getElementsByTagName("*").length < MOST_RESTYLED && roots.some(letsThrough)) {
      sheet.replaceSync(EVERYTHING_HIT);
      for (const root of roots) { root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]; restyled.push(root); }
    }
    return refs.map(ref => elements[ref]?.isConnected ? hiddenBy(elements[ref], words, sure) : "");
  } finally {
    for (const root of restyled) root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter(other => other !== sheet);
  }
};

