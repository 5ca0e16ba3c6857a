// What a document has under way: what it has asked the browser to do later, and what may come to it by itself.
//
// Runs in the page before its own scripts; settle.js is put behind it in the same function. Counts only, changes nothing:
// each call goes to the browser as it came, with the same `this`, and its answer is handed on. No callback is wrapped, and
// a promise is waited for only where nobody leaves its refusal unheard: else an error of the page would not be told.
// What cannot be followed to its end counts for a while (`until`) or for good (`open`).
const { setTimeout, clearTimeout, setInterval, requestAnimationFrame, requestIdleCallback, addEventListener } = window;
const { Promise, Proxy, Reflect, Map, Set, WeakSet, WeakRef, MessageChannel, Object, Math, Infinity } = window;
const { document, navigation, DocumentTimeline } = window;
const { then } = Promise.prototype;
const { addEventListener: listenTo } = EventTarget.prototype;
const now = performance.now.bind(performance);
const LONGEST_DELAY = 2147483647; // milliseconds: a longer one is none
const LATE = 20; // milliseconds: nested timers are put off a little
const MANY = 100;
const SLACK = 500; // milliseconds beyond the time asked about that something may come early
const OFTEN = 2;
const timers = new Map(); // by id: when each is due, and whether that delay is set again and again
const intervals = new Map(); // by id: since when, and every how many milliseconds
const delays = new Map(); // how many timers had that delay
const idle = new Set();
const working = new Map(); // what ends by itself and tells so: the object, and what it is
const open = new Map(); // what may bring something at any time, until it is taken out
const watched = []; // what tells by itself whether it is open: [WeakRef, is it open, what it is]
const played = []; // animations of what may stand in no document
const roots = []; // shadow roots
let calls = 0; // whatever was begun
let asked = -Infinity; // when a drawing was asked for last
let frame = null; // what is to be drawn in the next frame

const wrap = (owner, name, around) => {
  const native = owner && Reflect.getOwnPropertyDescriptor(owner, name);
  if (!native || typeof native.value !== "function" || !native.configurable) return;
  Reflect.defineProperty(owner, name, { ...native, value: new Proxy(native.value, { apply: around }) });
};
const proto = name => window[name] && window[name].prototype;
// The function is done as it is; `note` gets what it answered, where it did not throw.
const after = (owner, names, note) => {
  for (const name of names) wrap(owner, name, (native, self, given) => {
    const made = Reflect.apply(native, self, given);
    calls++;
    note(made, self, given, name);
    return made;
  });
};
const whenMade = (name, note) => {
  const native = window[name], place = Reflect.getOwnPropertyDescriptor(window, name);
  if (typeof native !== "function" || !place?.configurable) return;
  const shown = new Proxy(native, { construct(target, given, as) {
    const made = Reflect.construct(target, given, as === shown ? target : as);
    calls++;
    note(made, given);
    return made;
  } });
  Reflect.defineProperty(window, name, { ...place, value: shown });
  if (native.prototype?.constructor === native) Reflect.defineProperty(native.prototype, "constructor", { value: shown, writable: true, configurable: true });
};
const prune = list => {
  if (list.length > MANY) list.splice(0, list.length, ...list.filter(each => (each[0] || each).deref()));
};
const watch = (made, isOpen, what) => { prune(watched); watched.push([new WeakRef(made), isOpen, what]); };
const until = (ms, what) => timers.set({}, { at: now() + ms, delay: Infinity, what });
const ends = (made, events, what) => {
  working.set(made, what);
  for (const event of events) Reflect.apply(listenTo, made, [event, () => working.delete(made)]);
};

// Timers. An id is of either kind to the browser.
const milliseconds = given => {
  const delay = +given || 0;
  return delay > LONGEST_DELAY || delay < 0 ? 0 : delay;
};
let forgotten = 0;
const forget = () => {
  if (now() - forgotten < 1000) return;
  forgotten = now();
  for (const [id, { at }] of timers) if (at < forgotten - 10_000) timers.delete(id);
};
after(window, ["setTimeout"], (id, self, given) => {
  const delay = milliseconds(given[1]), times = (delays.get(delay) || 0) + 1;
  if (timers.size > MANY) forget();
  if (delays.size > MANY) delays.clear();
  delays.set(delay, times);
  timers.set(id, { at: now() + delay, delay, again: times > OFTEN });
});
after(window, ["setInterval"], (id, self, given) => { intervals.set(id, { since: now(), every: Math.max(1, milliseconds(given[1])) }); });
after(window, ["clearTimeout", "clearInterval"], (none, self, given) => { timers.delete(given[0]); intervals.delete(given[0]); });
after(window.AbortSignal, ["timeout"], (signal, self, given) => { until(milliseconds(given[0]), "a time limit"); });

// What the next frame draws. The first of a frame has a callback of ours before it, which closes the list.
wrap(window, "requestAnimationFrame", (native, self, given) => {
  asked = now();
  calls++;
  if (!frame || frame.over) {
    const list = frame = { ids: new Set(), over: false };
    requestAnimationFrame(() => { list.over = true; });
  }
  const id = Reflect.apply(native, self, given);
  frame.ids.add(id);
  return id;
});
after(window, ["cancelAnimationFrame"], (none, self, given) => { if (frame) frame.ids.delete(given[0]); });
after(window, ["requestIdleCallback"], (id, self, given) => {
  idle.add(id);
  requestIdleCallback(() => idle.delete(id), given[1]?.timeout > 0 ? { timeout: given[1].timeout } : undefined); // behind it
});
after(window, ["cancelIdleCallback"], (none, self, given) => { idle.delete(given[0]); });
after(proto("Scheduler"), ["postTask"], (promise, self, given) => {
  const key = {}, { delay = 0, priority } = given[1] || {};
  if (delay > 0) until(+delay, "a task put off");
  else { working.set(key, "a task put off"); setTimeout(() => working.delete(key), priority === "background" ? SLACK : LATE); }
});

// Requests: the driver tells of them; here it is only noted that it will.
after(window, ["fetch"], () => until(SLACK, "a request"));
after(proto("XMLHttpRequest"), ["send"], (none, self) => { if (self.readyState !== 4) ends(self, ["loadend"], "a request"); });
if (navigation) Reflect.apply(listenTo, navigation, ["navigate", () => { calls++; until(2000, "a page that comes"); }]);
after(proto("History"), ["go", "back", "forward"], () => until(1000, "a page that comes"));

// What is open until it is closed.
const CLOSED = 2;
whenMade("WebSocket", made => watch(made, each => each.readyState < 3, "an open socket"));
whenMade("EventSource", made => watch(made, each => each.readyState !== CLOSED, "an open stream of events"));
const terminated = new WeakSet();
whenMade("Worker", made => watch(made, each => !terminated.has(each), "a worker"));
after(proto("Worker"), ["terminate"], (none, self) => { terminated.add(self); });
whenMade("RTCPeerConnection", made => watch(made, each => each.connectionState !== "closed", "a connection to a peer"));
for (const name of ["AudioContext", "webkitAudioContext"]) whenMade(name, made => watch(made, each => each.state === "running", "sound"));
whenMade("MediaRecorder", made => watch(made, each => each.state !== "inactive", "a recording"));
for (const name of ["SharedWorker", "WebTransport", "WebSocketStream", "webkitSpeechRecognition", "IdleDetector",
  "PressureObserver", "Notification", "MediaStreamTrackProcessor", "NDEFReader"]) {
  whenMade(name, made => open.set(made, "a connection out of the page"));
}
whenMade("IntersectionObserver", (made, given) => { if (given[1]?.delay > 0) open.set(made, "an observer that looks again and again"); });
after(proto("Sensor"), ["start"], (none, self) => open.set(self, "a sensor"));
after(window.Atomics, ["waitAsync"], () => open.set({}, "a shared memory"));
after(proto("Geolocation"), ["watchPosition"], id => open.set(`place ${id}`, "the place of the device"));
after(proto("Geolocation"), ["clearWatch"], (none, self, given) => { open.delete(`place ${given[0]}`); });
after(proto("Geolocation"), ["getCurrentPosition"], () => until(10_000, "the place of the device"));

// Media and animations, also of what stands in no document.
const playing = each => !each.ended && (!each.paused || each.seeking || (each.autoplay && each.readyState < 4 && each.currentSrc));
whenMade("Audio", made => watch(made, playing, "media"));
after(proto("HTMLMediaElement"), ["play", "load"], (none, self) => { watch(self, playing, "media"); until(SLACK, "media"); });
const plays = each => (each.playState === "running" || each.pending) && each.timeline instanceof DocumentTimeline;
whenMade("Animation", made => { prune(played); played.push(new WeakRef(made)); });
after(proto("Element"), ["animate"], made => { prune(played); played.push(new WeakRef(made)); });
after(proto("Element"), ["attachShadow"], made => { prune(roots); roots.push(new WeakRef(made)); });
after(proto("Document"), ["startViewTransition"], () => until(SLACK, "a transition"));

// What ends by itself and tells so.
for (const name of ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"]) {
  after(proto("FileReader"), [name], (none, self) => ends(self, ["loadend"], "a file being read"));
}
after(proto("IDBFactory"), ["open", "deleteDatabase"], made => ends(made, ["success", "error"], "a database"));
after(proto("IDBDatabase"), ["transaction"], made => ends(made, ["complete", "abort"], "a database"));
const promised = (owner, names, what) => after(owner, names, made => {
  if (!(made instanceof Promise)) return;
  const key = {}, over = () => working.delete(key);
  working.set(key, what);
  Reflect.apply(then, made, [over, over]);
});
promised(proto("SubtleCrypto"), ["encrypt", "decrypt", "sign", "verify", "digest", "generateKey", "deriveKey", "deriveBits",
  "importKey", "exportKey", "wrapKey", "unwrapKey"], "a computation");
promised(window.WebAssembly, ["compile", "instantiate", "compileStreaming", "instantiateStreaming"], "a program being loaded");
promised(proto("Blob"), ["arrayBuffer", "bytes", "text"], "a file being read");
promised(proto("CacheStorage"), ["match", "has", "keys"], "a cache");
promised(proto("Cache"), ["match", "matchAll", "keys"], "a cache");
promised(proto("OfflineAudioContext"), ["startRendering"], "a computation");
promised(window, ["createImageBitmap"], "a picture");

// Of locks the browser is asked who waits for one.
let locks = null;
const { query } = proto("LockManager") || {};
after(proto("LockManager"), ["request"], (none, self) => { locks = self; until(SLACK, "a lock"); });

// What does not tell when it ends, or whose refusal may be nobody's: for a while.
after(proto("Response"), ["arrayBuffer", "blob", "bytes", "formData", "json", "text"], () => until(MANY, "an answer being read"));
const FOR_A_WHILE = [
  ["CacheStorage", ["open", "delete"]], ["Cache", ["add", "addAll", "put", "delete"]], ["HTMLImageElement", ["decode"]],
  ["HTMLCanvasElement", ["toBlob"]], ["OffscreenCanvas", ["convertToBlob"]], ["Blob", ["stream"]],
  ["Clipboard", ["read", "readText", "write", "writeText"]], ["Permissions", ["query"]],
  ["StorageManager", ["estimate", "persist", "persisted", "getDirectory"]],
  ["FileSystemFileHandle", ["getFile", "createWritable", "createSyncAccessHandle"]],
  ["FileSystemDirectoryHandle", ["getFileHandle", "getDirectoryHandle", "removeEntry", "entries", "values", "keys"]],
  ["FileSystemFileEntry", ["file"]], ["FileSystemDirectoryReader", ["readEntries"]], ["DataTransferItem", ["getAsString"]],
  ["ServiceWorkerContainer", ["register", "getRegistration", "getRegistrations"]],
  ["ServiceWorkerRegistration", ["update", "unregister", "showNotification", "getNotifications"]],
  ["CredentialsContainer", ["get", "create", "store", "preventSilentAccess"]], ["CookieStore", ["get", "getAll", "set", "delete"]],
  ["Element", ["requestFullscreen"]], ["Document", ["exitFullscreen", "requestStorageAccess"]], ["FontFace", ["load"]],
  ["MediaDevices", ["getUserMedia", "getDisplayMedia", "enumerateDevices"]], ["PaymentRequest", ["show", "canMakePayment"]],
  ["PushManager", ["subscribe", "getSubscription"]], ["SpeechSynthesis", ["speak"]], ["ImageDecoder", ["decode"]],
];
for (const [name, names] of FOR_A_WHILE) after(proto(name), names, () => until(3000, "an answer of the browser"));

// What the document itself brings without a script.
const BY_ITSELF = "meta[http-equiv=refresh i],marquee,svg animate,svg animateMotion,svg animateTransform,svg set";
const trees = () => {
  const found = new Set([document]);
  for (const each of roots) if (each.deref()?.host?.isConnected) found.add(each.deref());
  for (const tree of found) for (const each of tree.querySelectorAll("*")) if (each.shadowRoot) found.add(each.shadowRoot);
  return [...found];
};
const ofTheDocument = () => {
  if (document.readyState !== "complete") return "a document being loaded";
  if (document.fonts?.status === "loading") return "a font";
  if (window.speechSynthesis?.speaking || window.speechSynthesis?.pending) return "speech";
  for (const tree of trees()) {
    const found = tree.querySelector(BY_ITSELF);
    if (found) return `<${found.localName}>`;
    for (const each of tree.querySelectorAll("video,audio")) if (playing(each)) return "media";
    if (tree.getAnimations().some(plays)) return "an animation";
  }
  return played.some(each => each.deref() && plays(each.deref())) ? "an animation" : "";
};
const seconds = ms => `${Math.round(ms / 100) / 10} s`;
const ofTime = (since, ms) => {
  for (const [id, { at, what }] of timers) {
    if (at < since - LATE) timers.delete(id); // it came: what was set after it has come as well
    else if (at - now() <= ms + SLACK) return what || `a timer due in ${seconds(Math.max(0, at - now()))}`;
  }
  for (const { since: begun, every } of intervals.values()) {
    const gone = (now() - begun) % every;
    if (every - gone <= ms + SLACK + every / 20 || gone < SLACK / 5) return `an interval of ${seconds(every)}`;
  }
  return "";
};
const ofObjects = () => {
  for (const what of [...open.values(), ...working.values()]) return what;
  for (const [each, isOpen, what] of watched) if (each.deref() && isOpen(each.deref())) return what;
  if (idle.size) return "work put off until the page is idle";
  return frame && !frame.over && frame.ids.size ? "a drawing" : "";
};
// After a frame, and after whatever timer was due when it was asked: what may change this document within so many
// milliseconds, "" for nothing; how much it has begun so far; which document it is.
const underWay = async ms => {
  const since = now();
  await new Promise(done => { requestAnimationFrame(() => done()); setTimeout(done, 50); });
  await new Promise(done => setTimeout(done, 5));
  if (locks && (await Reflect.apply(query, locks, [])).pending.length) return ["a lock", calls, performance.timeOrigin];
  return [ofObjects() || ofTime(since, ms) || ofTheDocument(), calls, performance.timeOrigin];
};
// Messages and tasks that follow one another are known by their number alone. What is posted to a window is counted where it
// comes: who has sent it would be told wrongly behind a call of ours.
for (const name of ["MessagePort", "BroadcastChannel"]) after(proto(name), ["postMessage"], () => {});
after(proto("Scheduler"), ["yield"], () => {});
for (const event of ["scroll", "message", "storage"]) addEventListener(event, () => { calls++; }, { capture: true, passive: true });
Object.defineProperty(window, Symbol.for("qa-appliance.under-way"), { value: underWay });
