// What a page still has to do of what it was just told: drawings it has asked for and short timers it has set.
//
// Stands behind ledger.js, which notes them. What is asked for comes when it always would. A page that tampers with it
// changes how long it is waited for, and that only within MOST.
const SHORT = 150, MOST = 300, FOLLOWING = 20, FRAME = 50, LATER = 2000; // milliseconds
const afterwards = ms => new Promise(done => setTimeout(done, ms));
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
    const coming = [...timers.values()].filter(({ delay }) => delay <= SHORT).map(({ at }) => at)
      .filter(at => at > start - FRAME && at <= Math.min(start + horizon, end));
    const drawing = start - asked < FRAME;
    if (!drawing && !coming.length) return;
    if (drawing) await drawn();
    if (coming.length) await afterwards(Math.max(0, Math.max(...coming) - now()));
  }
};
Object.defineProperty(window, Symbol.for("qa-appliance.settled"), { value: settled });
// Milliseconds until the last of the longer timers has come; what comes again and again is not waited for.
const left = () => Math.max(0, ...[...timers.values()].filter(({ delay, again }) => delay > SHORT && delay <= LATER && !again)
  .map(({ at }) => at - now()));
Object.defineProperty(window, Symbol.for("qa-appliance.left"), { value: left });
