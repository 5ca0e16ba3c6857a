// What characters a person reads: valid ones, those a style sheet draws, in the letters it shows them in. A part of the look.

// ---- valid and visible ------------------------------------------------------------------------------------------
// Every text of a page comes in through here: composed (NFC), without characters that nobody sees (soft hyphens, of no
// width, marks of direction), and with a sign in the place of what is no character: controls, half a surrogate.
const UNUSUAL = /[^\t\n\f\r -~]/;
const UNSEEN = /[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u200c\u200d](?!\p{Extended_Pictographic})/gu;
const INVALID = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]/gu;
const clean = text => UNUSUAL.test(text) ? text.replace(UNSEEN, "").replace(INVALID, "\ufffd").normalize("NFC") : text;

// ---- letters ----------------------------------------------------------------------------------------------------
const LETTERS = new Set(["uppercase", "lowercase", "capitalize"]);
const transformed = {
  uppercase: text => text.toUpperCase(),
  lowercase: text => text.toLowerCase(),
  capitalize: text => text.replace(/(^|\s)(\S)/g, (_, gap, letter) => gap + letter.toUpperCase()),
};

// As a person sees it, and in the other letters that may be meant: those of the source; of small capitals, large ones.
const inLetters = (text, style, initial) => {
  const change = transformed[style.textTransform];
  if (change) return [change(text), text];
  if (initial in transformed) return [text.replace(/\S/u, transformed[initial]), text];
  return style.fontVariantCaps === "normal" ? [text, text] : [text, text.toUpperCase()];
};

// ---- drawn by a style sheet -------------------------------------------------------------------------------------
const PARTS_DRAWN = ["::before", "::after"];
const NOTHING_DRAWN = new Set(["none", "normal", '""', "-moz-alt-content", ""]);
const CONTENT = /"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|(counters?)\(([^)]*)\)|(\s\/\s)/g;
const ICONS = /[\ue000-\uf8ff]|[\u{f0000}-\u{10ffff}]/gu;
const SAYS_SOMETHING = /[\p{L}\p{N}\p{Sc}%\u00b0\u2030]/u;
const SIGN = /^\s*[-+\u2212\u2013]\s*$/;
const BEGINS_A_NUMBER = /^\s*(?:\p{Sc}\s?)?\.?\d/u;

// To ask every element what is drawn at it would cost as much as the whole look: only those are asked that a rule speaks of,
// and all where a sheet of another origin does not let itself be read. Of a sheet its rules are read once.
let drawing = null; // elements at which something may be drawn; null: all
let initials = new Set(); // those whose first letter is shown otherwise
const READ = new WeakMap();
const DRAWS = /^(.*?)::?(before|after|first-letter)\b/s;

const mayDraw = value => value !== "" && !NOTHING_DRAWN.has(value)
  && (/(?:attr|counters?|var)\(/.test(value) || SAYS_SOMETHING.test(value.replace(ICONS, "")) || SIGN.test(value.replace(/"/g, "")));

const splitSelectors = list => list.split(/,(?![^(]*\))/);

const rulesOf = (rules, within, found) => {
  for (const rule of rules) {
    const selector = rule.selectorText;
    if (rule.styleSheet) rulesOf(rule.styleSheet.cssRules, within, found);
    if (selector === undefined) { if (rule.cssRules) rulesOf(rule.cssRules, within, found); continue; }
    const whole = within && (selector.includes("&") ? selector.replaceAll("&", within) : `${within} ${selector}`) || selector;
    if (rule.cssRules?.length) rulesOf(rule.cssRules, `:is(${whole})`, found);
    if (!selector.includes(":")) continue;
    const draws = mayDraw(rule.style.content), recases = rule.style.textTransform !== "";
    if (!draws && !recases) continue;
    for (const each of splitSelectors(whole)) {
      const [, base, part] = each.match(DRAWS) || [];
      if (part === "first-letter" ? recases : part && draws)
        found[part === "first-letter" ? "initials" : "drawing"].push(/(?:^|[\s>+~])$/.test(base) ? `${base}*` : base);
    }
  }
  return found;
};

const readSheet = sheet => {
  const rules = sheet.cssRules, known = READ.get(sheet);
  if (known && known.length === rules.length) return known;
  const found = rulesOf(rules, "", { drawing: [], initials: [], length: rules.length });
  READ.set(sheet, found);
  return found;
};

const collectDrawing = root => {
  if (root === document) { drawing = new Set(); initials = new Set(); }
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    let found;
    try { found = readSheet(sheet); } catch { drawing = null; continue; }
    for (const [selectors, into] of [[found.drawing, drawing], [found.initials, initials]]) {
      if (into === null || !selectors.length) continue;
      for (const selector of selectors) {
        try { for (const element of root.querySelectorAll(selector)) into.add(element); } catch { continue; }
        if (root.host && selector.includes(":host")) into.add(root.host);
      }
    }
  }
};

// What `::before` or `::after` says, with its style; null where it says nothing. Bullets, arrows, marks and letters of
// icon fonts decorate; a sign before a number does not.
const drawnBy = (element, part) => {
  if (drawing !== null && !drawing.has(element)) return null;
  const style = getComputedStyle(element, part);
  const content = style.content;
  if (NOTHING_DRAWN.has(content) || style.display === "none" || style.visibility !== "visible" || style.opacity === "0"
    || style.fontSize === "0px") return null;
  let text = "";
  for (const [all, words, name, counter, of, alternative] of content.matchAll(CONTENT)) {
    if (alternative) break;
    if (name) text += attribute(element, name);
    else if (counter) text += counted(element, part, counter, of);
    else if (all[0] === '"') text += words.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi,
      (_, code, sign) => code ? String.fromCodePoint(parseInt(code, 16)) : sign);
  }
  text = text.replace(ICONS, "");
  const signs = part === "::before" && SIGN.test(text) && BEGINS_A_NUMBER.test(element.textContent);
  return signs || SAYS_SOMETHING.test(text) ? { text, style } : null;
};

// ---- counters ---------------------------------------------------------------------------------------------------
// Their values are known to nobody but the layout: they are counted once in a look, and only where something draws one.
let counters = null;

const counted = (element, part, kind, of) => {
  counters ||= countAll();
  const [name, ...rest] = of.split(",").map(each => each.trim());
  const values = counters.get(element)?.[part]?.[name] || [0];
  if (kind === "counter") return String(values[values.length - 1]);
  return values.join((rest[0] || "").replace(/^"|"$/g, ""));
};

const countAll = () => {
  const found = new Map();
  const scopes = []; // from the outside: what each open element has set up, by name
  const pairs = said => [...said.matchAll(/([\w-]+)\s+(-?\d+)/g)].map(([, name, number]) => [name, Number(number)]);
  const innermost = name => {
    for (let at = scopes.length - 1; at >= 0; at--) if (name in scopes[at]) return scopes[at];
    return null;
  };
  const step = style => {
    if (style.counterReset !== "none") for (const [name, number] of pairs(style.counterReset)) scopes[scopes.length - 1][name] = number;
    for (const [rule, add] of [[style.counterIncrement, true], [style.counterSet, false]]) {
      if (!rule || rule === "none") continue;
      for (const [name, number] of pairs(rule)) {
        const scope = innermost(name) || scopes[scopes.length - 1];
        scope[name] = number + (add ? scope[name] || 0 : 0);
      }
    }
  };
  const values = () => {
    const all = {};
    for (const scope of scopes) for (const name in scope) (all[name] ||= []).push(scope[name]);
    return all;
  };
  const draw = (element, part) => {
    const style = getComputedStyle(element, part);
    if (NOTHING_DRAWN.has(style.content)) return;
    scopes.push({});
    step(style);
    if (style.content.includes("counter")) { if (!found.has(element)) found.set(element, {}); found.get(element)[part] = values(); }
    scopes.pop();
  };
  const visit = element => {
    const style = getComputedStyle(element);
    if (style.display === "none") return;
    step(style);
    scopes.push({});
    draw(element, "::before");
    eachChild(element, child => { if (child.nodeType === 1 && !IGNORED.has(child.localName)) visit(child); });
    draw(element, "::after");
    scopes.pop();
  };
  scopes.push({});
  visit(document.documentElement);
  return found;
};
