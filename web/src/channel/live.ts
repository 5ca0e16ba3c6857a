/** The live view of a run as typed messages (interfaces, `GET /ws`). Drops what it does not know. */
import { currentToken } from "../transport/http";
import { openSocket, type Wire } from "../transport/socket";
import type { RunDetail, StepRecord } from "./api";

/** A step that has begun; its record comes when it has ended. */
export type Begun = Pick<StepRecord, "index" | "action" | "sentence"> & { result: null };

export type Told =
  | { type: "state"; status: RunDetail["status"] }
  | { type: "step"; step: StepRecord | Begun }
  | { type: "log"; text: string; gaps?: string[] };

export type Listener = { told: (message: Told) => void; picture: (jpeg: Blob) => void; closed: () => void };

const KNOWN = new Set(["state", "step", "log"]);

export function watchRun(runId: string, listener: Listener): Wire {
  return openSocket(`/ws?runId=${encodeURIComponent(runId)}`, currentToken() ?? "", {
    text: (text) => {
      const message = JSON.parse(text) as Told;
      if (KNOWN.has(message.type)) listener.told(message);
    },
    picture: listener.picture,
    closed: listener.closed,
  });
}
