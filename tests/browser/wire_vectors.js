// The ways a page can make a connection. Each takes addresses and settles when the browser is done with all of them.
(() => {
  // A frame whose address holds a user name is blocked without an event; the rest tells when it has failed.
  const limitMs = (url) => (url.includes("@") ? 2_000 : 30_000);
  const made = (tag, set, parent = document.body) => {
    const element = document.createElement(tag);
    Object.assign(element, set);
    parent.append(element);
    return element;
  };
  const settles = (element, ...events) =>
    new Promise((done) => {
      for (const event of events) element.addEventListener(event, () => done(), { once: true });
    });
  const loads = (tag, attribute, more = {}) => (url) => {
    const element = document.createElement(tag);
    const done = settles(element, "load", "error");
    Object.assign(element, more, { [attribute]: url });
    document.body.append(element);
    return done;
  };
  const link = (rel, more = {}) => loads("link", "href", { rel, ...more });
  const whole = (url) => new URL(url, location.href).href;
  const here = (path, url) => `/${path}to=${encodeURIComponent(url)}`;
  const inFrame = (path) => (url) => loads("iframe", "src")(here(path, url));
  const form = (method) => (url, index) => {
    const frame = made("iframe", { name: `form${index}` });
    const sender = made("form", { action: url, method, target: frame.name });
    made("input", { name: "q", value: "1" }, sender);
    const done = settles(frame, "load");
    sender.submit();
    return done;
  };
  const ends = (socket) => settles(socket, "open", "error", "close", "message");
  const never = () => Promise.resolve();
  const inWorker = (body) => (url) => {
    const worker = new Worker(URL.createObjectURL(new Blob([`const url = ${JSON.stringify(whole(url))};${body}`])));
    return settles(worker, "message", "error");
  };
  const media = (tag) => (url) => {
    const element = document.createElement(tag);
    const done = settles(element, "loadedmetadata", "error", "stalled");
    element.src = url;
    element.load();
    return done;
  };
  const style = (rule) => (url, index) => {
    made("div", { id: `styled${index}`, textContent: "x" });
    made("style", { textContent: rule(`url(${JSON.stringify(url)})`, index) });
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };
  const rtc = async (servers, candidates = []) => {
    const peer = new RTCPeerConnection({ iceServers: servers });
    peer.createDataChannel("x");
    const gathered = settles(peer, "icegatheringstatechange");
    await peer.setLocalDescription();
    if (candidates.length) {
      const other = new RTCPeerConnection();
      await other.setRemoteDescription(peer.localDescription);
      await other.setLocalDescription(await other.createAnswer());
      await peer.setRemoteDescription(other.localDescription);
      for (const candidate of candidates) await peer.addIceCandidate({ candidate, sdpMid: "0" }).catch(never);
    }
    await gathered;
    await new Promise((done) => {
      const look = () => (peer.iceGatheringState === "complete" ? done() : setTimeout(look, 50));
      look();
      setTimeout(done, 1500);
    });
    peer.close();
  };

  const vectors = {
    fetch: (url) => fetch(url, { mode: "no-cors" }).catch(never),
    fetch_preflight: (url) => fetch(url, { method: "PUT", headers: { "x-a": "b" }, body: "{}" }).catch(never),
    fetch_keepalive: (url) => fetch(url, { mode: "no-cors", keepalive: true }).catch(never),
    fetch_redirected: (url) => fetch(here("redirect?status=302&", url), { mode: "no-cors" }).catch(never),
    xhr: (url) => {
      const request = new XMLHttpRequest();
      const done = settles(request, "loadend");
      request.open("GET", url);
      request.send();
      return done;
    },
    script: loads("script", "src"),
    module: (url) => import(url).catch(never),
    link: link("stylesheet"),
    icon: (url) => void made("link", { rel: "icon", href: url }),
    prefetch: link("prefetch"),
    preload: link("preload", { as: "fetch", crossOrigin: "anonymous" }),
    modulepreload: link("modulepreload"),
    link_header: inFrame("link-header?"),
    image: loads("img", "src"),
    image_redirected: (url) => loads("img", "src")(here("redirect?status=307&", url)),
    background: style((url, index) => `#styled${index} { background: ${url} }`),
    css_import: style((url) => `@import ${url};`),
    font: (url) => new FontFace("f", `url(${JSON.stringify(url)})`).load().catch(never),
    video: media("video"),
    audio: media("audio"),
    object: loads("object", "data"),
    embed: loads("embed", "src"),
    frame: loads("iframe", "src"),
    frame_srcdoc: (url) => loads("iframe", "srcdoc")(`<img src="${url.replaceAll('"', "%22")}">`),
    location: (url) => loads("iframe", "src")(here("location?", url)),
    redirect_301: inFrame("redirect?status=301&"),
    redirect_302: inFrame("redirect?status=302&"),
    redirect_307: inFrame("redirect?status=307&"),
    redirect_308: inFrame("redirect?status=308&"),
    meta_refresh: inFrame("meta?"),
    refresh_header: inFrame("refresh?"),
    csp_report: inFrame("csp?"),
    form_get: form("get"),
    form_post: form("post"),
    beacon: (url) => void navigator.sendBeacon(url, "x"),
    ping: (url) => made("a", { href: "#", ping: url }).click(),
    websocket: (url) => ends(new WebSocket(url.replace(/http/i, "ws"))),
    eventsource: (url) => {
      const source = new EventSource(url);
      return ends(source).then(() => source.close());
    },
    worker: inWorker("fetch(url, { mode: 'no-cors' }).catch(() => 0).then(() => postMessage(1))"),
    worker_import: inWorker("try { importScripts(url) } catch {} postMessage(1)"),
    worker_websocket: inWorker(
      "const s = new WebSocket(url.replace(/http/i, 'ws')); s.onopen = s.onerror = s.onclose = () => postMessage(1)",
    ),
    service_worker: async (url) => {
      await navigator.serviceWorker.register("/sw.js");
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const done = new Promise((answered) => (port1.onmessage = answered));
      active.postMessage(whole(url), [port2]);
      await done;
    },
    window_open: (url) => {
      const opened = window.open(url);
      return new Promise((done) => {
        const look = () => {
          try {
            if (opened.location.href === "about:blank") return setTimeout(look, 30);
          } catch {}
          opened.close();
          done();
        };
        look();
      });
    },
    download: (url) => {
      const inside = made("iframe", {}).contentDocument;
      made("a", { href: whole(url), download: "x" }, inside.body).click();
    },
    speculation: (url) =>
      void made("script", {
        type: "speculationrules",
        textContent: JSON.stringify({ prefetch: [{ source: "list", urls: [url], eagerness: "immediate" }] }),
      }),
    preconnect: (url) => void made("link", { rel: "preconnect", href: url }),
    dns_prefetch: (url) => void made("link", { rel: "dns-prefetch", href: url }),
    webtransport: async (url) => {
      const transport = new WebTransport(url.replace(/http:?/i, "https:"));
      const limit = new Promise((done) => setTimeout(done, 1500)); // behind a proxy some never settle
      await Promise.race([limit, Promise.allSettled([transport.ready, transport.closed])]);
    },
    webrtc: (url) => {
      const { hostname, port } = new URL(url, location.href);
      const turn = (transport) => `turn:${hostname}:${port}?transport=${transport}`;
      const candidate = (transport, more) => `candidate:1 1 ${transport} 2122 ${hostname} ${port} typ host ${more}`;
      return rtc(
        [{ urls: `stun:${hostname}:${port}` }, { urls: ["udp", "tcp"].map(turn), username: "u", credential: "c" }],
        [candidate("udp", ""), candidate("tcp", "tcptype passive")],
      );
    },
  };

  window.vectors = Object.keys(vectors);
  window.attack = async (name, urls) => {
    let late = 0;
    const one = async (url, index) => {
      let timer;
      const limit = new Promise((done) => (timer = setTimeout(() => done((late += 1)), limitMs(url))));
      await Promise.race([Promise.resolve(vectors[name](url, index)).catch(never), limit]);
      clearTimeout(timer);
    };
    const work = urls.map((url, index) => () => one(url, index).catch(never));
    const atOnce = { window_open: 4, webrtc: 8, service_worker: 1 }[name] ?? 24;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (work.length) await work.shift()();
      }),
    );
    return late;
  };
})();
