// What a page still has to do of what it was just told: drawings it has asked for and short timers it has set.
//
// Runs in the page before its own scripts. Counts only, changes nothing: what is asked for comes when it always would.
// A page that tampers with it changes how long it is waited for, and that only within MOST.
(() => {
  const key = Symbol.for("qa-appliance.settled");
  if (window[key]) return;
  const SHORT = 150, MOST = 300, FOLLOWING = 20, FRAME = 50; // milliseconds
  const { setTimeout, clearTimeout, requestAnimationFrame, Promise, Proxy, Reflect, Map, MessageChannel } = window;
  const now = performance.now.bind(performance);
  const due = new Map();
  const LATER = 2000, OFTEN = 2;
  const later = new Map(); // timers of up to two seconds: when each is due
  const set = new Map(); // how many had that delay: what comes again and again is not waited for
  let asked = -Infinity; // when a drawing was asked for last

  const forget = timers => { for (const [id, at] of timers) if (at < now() - SHORT) timers.delete(id); };
  window.setTimeout = new Proxy(setTimeout, { apply(native, self, given) {
    const id = Reflect.apply(native, self, given);
    const delay = +given[1] || 0;
    if (delay <= SHORT) {
      if (due.size > 100) forget(due);
      due.set(id, now() + delay);
    } else if (delay <= LATER) {
      if (later.size > 100) forget(later);
      const times = (set.get(delay) || 0) + 1;
      set.set(delay, times);
      if (times <= OFTEN) later.set(id, now() + delay);
    }
    return id;
  } });
  window.clearTimeout = new Proxy(clearTimeout, { apply(native, self, given) {
    due.delete(given[0]);
    later.delete(given[0]);
    return Reflect.apply(native, self, given);
  } });
  window.requestAnimationFrame = new Proxy(requestAnimationFrame, { apply(native, self, given) {
    asked = now();
    return Reflect.apply(native, self, given);
  } });

  const after = ms => new Promise(done => setTimeout(done, ms));
  // A page in the background draws nothing.
  const drawn = () => new Promise(done => { requestAnimationFrame(() => done()); setTimeout(done, FRAME); });
  const posted = () => new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(0);
  });
  const settled = async () => {
    const end = now() + MOST;
    await posted(); // frameworks put work off by messages
    // The second time only for what the first has brought: a page that ticks would never come to its end.
    for (const horizon of [SHORT, FOLLOWING]) {
      const start = now();
      const coming = [...due.values()].filter(at => at > start - FRAME && at <= Math.min(start + horizon, end));
      const drawing = start - asked < FRAME;
      if (!drawing && !coming.length) return;
      if (drawing) await drawn();
      if (coming.length) await after(Math.max(0, Math.max(...coming) - now()));
    }
  };
  Object.defineProperty(window, key, { value: settled });
  // Milliseconds until the last of the longer timers has come.
  const left = () => Math.max(0, Math.max(...later.values()) - now());
  Object.defineProperty(window, Symbol.for("qa-appliance.left"), { value: left });
})();
