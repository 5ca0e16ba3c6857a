// Shadow roots that their page keeps closed. No script of any world gets at them but by the browser's own protocol: a look
// tells which elements may host one, closed.py asks what they hold and hands it in here. A part of the look.
const entered = new WeakMap(); // host: its closed root
const asked = new WeakMap(); // what held none: how it looked then, and when
let hosts = []; // that may hold one, of the last look
const HOSTS = new Set(["article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
  "header", "main", "nav", "p", "section", "span"]);
const ASKED_AGAIN = 1000; // ms, of what has a name of its author's making
const MOST_ASKED = 100; // in a look

const rootOf = element => element.shadowRoot || entered.get(element) || null;

// Whether an element may show what no child of it is: it has a name of its own, or a place and nothing in it.
const mayHost = (element, tag, width, height) => {
  const own = tag.includes("-");
  if (!own && (!HOSTS.has(tag) || element.firstChild !== null || (!(width && height) && element.parentElement !== document.body)))
    return false;
  if (element.shadowRoot || entered.has(element) || hosts.length >= MOST_ASKED) return false;
  const before = asked.get(element);
  return !before || before.size !== `${width}x${height}` || (own && performance.now() - before.at > ASKED_AGAIN);
};

const suspect = (element, width, height) => { hosts.push({ element, size: `${width}x${height}` }); };

// For closed.py, in a world that no page reaches.
globalThis.qaHosts = () => {
  const at = performance.now();
  for (const { element, size } of hosts) asked.set(element, { size, at });
  return hosts.map(host => host.element).filter(element => element.isConnected);
};
globalThis.qaEnter = (host, root) => { entered.set(host, root); };
