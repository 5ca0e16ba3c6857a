// Stands before Playwright's service worker, which would show any trace from anywhere, at any address of its folder.
// Here it reads the traces of this appliance only, and what it shows of a recorded page is no page of its own.
(() => {
  const folder = new URL(self.registration.scope).pathname;
  const listen = self.addEventListener.bind(self);

  const isOwn = (trace) => {
    try {
      const url = new URL(trace, self.location.href);
      return url.origin === self.location.origin && /^\/api\/artifacts\/[^/]+\/trace(-\d+)?\.zip$/.test(url.pathname);
    } catch {
      return false;
    }
  };

  const refusal = (request) => {
    const url = new URL(request.url);
    if (url.origin !== self.location.origin || !url.pathname.startsWith(folder)) return null;
    if (url.searchParams.getAll("trace").some((trace) => !isOwn(trace))) return "Only traces of this appliance open here.";
    const recorded = /^(snapshot|file)\//.test(url.pathname.slice(folder.length));
    if (recorded && request.mode === "navigate" && request.destination !== "iframe")
      return "What a trace holds is shown inside the viewer only.";
    return null;
  };

  // Forms, popups and the way to the page around it stay shut in what was recorded, wherever it is framed.
  const shut = (response) => {
    const headers = new Headers(response.headers);
    headers.append("Content-Security-Policy", "sandbox allow-same-origin allow-scripts");
    headers.append("Content-Security-Policy", "form-action 'none'; frame-ancestors 'self'");
    headers.set("X-Content-Type-Options", "nosniff");
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
  };

  self.addEventListener = (type, answer, ...rest) => {
    if (type !== "fetch") return listen(type, answer, ...rest);
    return listen(type, (event) => {
      const { request, clientId, resultingClientId } = event;
      const reason = refusal(request);
      if (reason !== null) return event.respondWith(new Response(reason, { status: 403 }));
      const recorded = new URL(request.url).pathname.startsWith(`${folder}snapshot/`);
      const respondWith = (response) =>
        event.respondWith(recorded ? Promise.resolve(response).then(shut) : response);
      return answer({ request, clientId, resultingClientId, respondWith });
    });
  };
})();
