/** A session on a live page as typed messages (interfaces, Studio). Drops what it does not know. */
import { currentToken } from "../transport/http";
import { openSocket, type Wire } from "../transport/socket";

export type Box = [number, number, number, number];
export type Line = { number: number; sentence: string; others: string[]; checks: boolean };
export type Deed = {
  kind: "click" | "type" | "check_text" | "check_shown" | "wait" | "count";
  sentence: string;
  does: boolean;
};
export type Offer = { called: string; sentence: string; does: boolean; box: Box | null };

type Spots = { x: number; y: number };
export type State = {
  type: "state";
  address: string;
  width: number;
  height: number;
  lines: Line[];
  busy: string;
  left: Line[];
  /** The site's address, which addresses on it are written without. */
  base: string;
  /** The page shows what the sentences do not say any more, or not yet. */
  ahead: boolean;
};
export type Named = { type: "named"; called: string; box: Box | null; deeds: Deed[] } & Spots;
export type Tried = {
  type: "tried";
  text: string;
  understood: boolean;
  says: string;
  box: Box | null;
  near: Box[];
  candidates: string[];
  places: (Box | null)[];
  mark: number;
};
export type Done = { type: "done"; text: string; worked: boolean; says: string; candidates: string[]; mark: number };
export type Proposed = { type: "proposed"; after: number; checks: string[] };
export type Candidate = { sentence: string; box: Box | null };
export type Unsaid = { type: "unsaid"; says: string; candidates: Candidate[] };
/** A dialog of the page that waits for an answer. */
export type Question = {
  type: "question";
  kind: "alert" | "confirm" | "prompt" | "beforeunload";
  text: string;
  value: string;
  secret: boolean;
};
export type Choices = { type: "choices"; box: Box | null; options: [string, string][] };
/** What is known so far of what these words stand at; `more`: not all, `looking`: the rest is still to come. */
export type Offered = { type: "offered"; offers: Offer[]; sought: string; more: boolean; looking: boolean };

export type Heard =
  | State
  | Named
  | Tried
  | Done
  | Proposed
  | Unsaid
  | Choices
  | Question
  | Offered
  /** Null: nothing waits any more; 0: what a field holds is to be taken out. */
  | { type: "hidden"; length: number | null }
  /** Performing the test anew would send this again. */
  | { type: "resends"; what: string[] }
  | { type: "trouble"; says: string }
  | { type: "closed"; says: string };

export type Button = "left" | "right";
export type Ask =
  | ({ type: "move" | "point" } & Spots)
  | ({ type: "down" | "up"; button: Button; count: number } & Spots)
  | ({ type: "wheel"; dx: number; dy: number } & Spots)
  | { type: "key"; key: string }
  | { type: "text" | "keep"; text: string }
  /** `mark` comes back with the answer, whose text may be masked. */
  | { type: "try" | "do"; text: string; mark?: number }
  | { type: "reword"; number: number; other: number }
  | { type: "drop"; number: number }
  | { type: "edit"; number: number; text: string }
  | { type: "order"; number: number; to: number }
  | { type: "anew"; yes: boolean }
  | { type: "answer"; accept: boolean; text: string }
  | { type: "offers"; sought: string }
  | { type: "undo" | "next" };

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
