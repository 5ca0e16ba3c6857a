// In which rows and columns things stand, how many there are, what scrolls, and what moves without end. A part of the look.

const PLACES = new Map([["rowspan", 0], ["colspan", 1], ["aria-rowspan", 0], ["aria-colspan", 1], ["aria-rowindex", 2],
  ["aria-posinset", 2], ["aria-colindex", 3]]);
const TOTALS = new Set(["aria-rowcount", "aria-setsize"]);
const ENDLESS = "animateTransform[repeatCount=indefinite], animate[repeatCount=indefinite]";
const MOST_MOTIONS = 500;
const FLOATS = new Set(["absolute", "fixed"]);
const PULSES = ["opacity", "backgroundPosition", "backgroundPositionX", "backgroundColor", "backgroundImage", "filter"];
let motions = new Map();

const addState = (node, state) => { node.states = [...(node.states || []), state]; };

const noteAria = (node, element) => {
  if (element.getAttribute("aria-busy") === "true") addState(node, "busy");
  if (element.getAttribute("aria-hidden") === "true") addState(node, "unspoken");
};

const notePlace = (node, element, given) => {
  for (const name of given) {
    const at = PLACES.get(name);
    if (at === undefined && !TOTALS.has(name)) continue;
    const number = parseInt(element.getAttribute(name), 10);
    if (Number.isNaN(number)) continue;
    if (at === undefined) node.total = number;
    else (node.spans ||= [1, 1, 0, 0])[at] = Math.max(0, number);
  }
};

// Of a bar of progress, that it tells no progress.
const isUntold = (element, tag) => tag === "progress" ? element.position === -1
  : !element.hasAttribute("aria-valuenow") && !element.hasAttribute("aria-valuetext");

const boundsOf = (element, tag) => tag === "progress" ? [0, element.max] : tag === "meter" ? [element.min, element.max]
  : [Number(element.getAttribute("aria-valuemin") ?? 0), Number(element.getAttribute("aria-valuemax") ?? 100)];

const rollsOf = element => [Math.round(element.scrollTop), element.clientHeight, element.scrollHeight];

const rolled = (element, top) => {
  const box = element === document.body ? document.scrollingElement : element;
  box.scrollTo({ top, behavior: "instant" });
  return JSON.stringify(rollsOf(box));
};

// What moves without end: a shape that turns, one in its line that fades in and out or over which a light runs.
const collectMotions = root => {
  for (const animation of root.getAnimations().slice(0, MOST_MOTIONS)) {
    const effect = animation.effect, element = effect?.target;
    if (!element || animation.playState !== "running" || effect.getTiming().iterations !== Infinity) continue;
    const frames = effect.getKeyframes();
    const turns = frames.some(frame => frame.rotate || /rotate/.test(frame.transform));
    const pulses = effect.pseudoElement || frames.some(frame => PULSES.some(name => name in frame));
    if (turns) motions.set(element, "turning");
    else if (pulses && !FLOATS.has(getComputedStyle(element).position)) motions.set(element, "pulsing");
  }
};
