/** A session on a live page as typed messages (interfaces, Studio). Drops what it does not know. */
import { currentToken } from "../transport/http";
import { openSocket, type Wire } from "../transport/socket";

export type Box = [number, number, number, number];
export type Line = { number: number; sentence: string; others: string[]; checks: boolean };
export type Deed = {
  kind: "click" | "type" | "check_text" | "check_shown";
  sentence: string;
  does: boolean;
};
export type Offer = { called: string; sentence: string; does: boolean; box: Box | null };

type Spots = { x: number; y: number };
export type State = { type: "state"; address: string; width: number; height: number; lines: Line[]; busy: string };
export type Named = { type: "named"; called: string; box: Box | null; deeds: Deed[] } & Spots;
export type Tried = {
  type: "tried";
  text: string;
  understood: boolean;
  says: string;
  box: Box | null;
  near: Box[];
  candidates: string[];
};
export type Done = { type: "done"; text: string; worked: boolean; says: string; candidates: string[] };
export type Proposed = { type: "proposed"; after: number; checks: string[] };
export type Unsaid = { type: "unsaid"; says: string };
export type Choices = { type: "choices"; box: Box | null; options: [string, string][] };
export type Offered = { type: "offered"; offers: Offer[] };

export type Heard =
  | State
  | Named
  | Tried
  | Done
  | Proposed
  | Unsaid
  | Choices
  | Offered
  | { type: "hidden"; length: number }
  | { type: "trouble"; says: string }
  | { type: "closed"; says: string };

export type Button = "left" | "right";
export type Ask =
  | ({ type: "move" | "point" } & Spots)
  | ({ type: "down" | "up"; button: Button; count: number } & Spots)
  | ({ type: "wheel"; dx: number; dy: number } & Spots)
  | { type: "key"; key: string }
  | { type: "text" | "try" | "do" | "keep"; text: string }
  | { type: "reword"; number: number; other: number }
  | { type: "drop"; number: number }
  | { type: "undo" | "offers" };

export type Listener = { heard: (message: Heard) => void; picture: (jpeg: Blob) => void; closed: () => void };

export type StudioWire = { ask: (asked: Ask) => void; close: () => void };

export function enterStudio(sessionId: string, listener: Listener): StudioWire {
  const wire: Wire = openSocket(`/ws/studio?session=${encodeURIComponent(sessionId)}`, currentToken() ?? "", {
    text: (text) => listener.heard(JSON.parse(text) as Heard),
    picture: listener.picture,
    closed: listener.closed,
  });
  return { ask: (asked) => wire.send(JSON.stringify(asked)), close: wire.close };
}
