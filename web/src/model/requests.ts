/** The requests of a run as its page lists them: filtered, searched, the noteworthy first. Pure, without DOM. */
import type { Exchange } from "../channel/api";

export const KINDS = ["page", "api", "script", "style", "image", "other"] as const;
export type Kind = (typeof KINDS)[number];

const KIND_OF: Record<string, Kind> = {
  document: "page",
  xhr: "api",
  fetch: "api",
  eventsource: "api",
  websocket: "api",
  ping: "api",
  script: "script",
  stylesheet: "style",
  font: "style",
  image: "image",
  media: "image",
};

export function kindOf(request: Exchange): Kind {
  return KIND_OF[request.resourceType] ?? "other";
}

export type Asked = { step: number | null; kind: string | undefined; problems: boolean; search: string };

/** Every word of the search has to be in what a line says: “POST /cart 201”. */
export function fitting(requests: Exchange[], { step, kind, problems, search }: Asked): Exchange[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return requests.filter((request) => {
    if (step !== null && request.stepIndex !== step) return false;
    if (problems && !request.failed) return false;
    if (kind && kindOf(request) !== kind) return false;
    const said = `${request.method} ${request.url} ${request.status ?? ""} ${request.resourceType}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

const SLOW_MS = 2000;

/** What went wrong, what changed something, what was slow, what the page asked for; the rest as it came. */
export function noteworthyFirst(requests: Exchange[]): Exchange[] {
  return requests.toSorted((one, other) => weight(other) - weight(one) || one.id - other.id);
}

function weight(request: Exchange): number {
  if (request.failed) return 5;
  if (request.method !== "GET" && request.method !== "HEAD") return 4;
  if ((request.durationMs ?? 0) >= SLOW_MS) return 3;
  return { page: 2, api: 1, script: 0, style: 0, image: 0, other: 0 }[kindOf(request)];
}
