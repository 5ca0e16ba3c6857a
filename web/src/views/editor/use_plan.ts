/** Asks, while somebody writes, how the words are understood: a short while after the last key, newest answer wins. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, type Offer, type Plan } from "../../channel/api";
import { asRefusal } from "../../model/session";
import { type Spot, spotsOf, withOffers, withoutHalfWritten } from "../../model/spots";
import type { Refusal } from "../../transport/http";
import { renewal } from "../../transport/reach";

const PAUSE_MS = 280;

export type Understanding = { plan: Plan | null; of: string; problem: Refusal | null };

function usePlan(projectId: string, description: string): Understanding {
  const [held, setHeld] = useState<Understanding>({ plan: null, of: "", problem: null });
  const renewed = renewal.value;
  useEffect(() => {
    if (description.trim() === "") {
      setHeld({ plan: null, of: "", problem: null });
      return;
    }
    let late = false;
    const timer = setTimeout(() => {
      api.plan(projectId, description).then(
        (plan) => !late && setHeld({ plan, of: description, problem: null }),
        (error) => !late && setHeld((old) => ({ ...old, problem: asRefusal(error) })),
      );
    }, PAUSE_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [projectId, description, renewed]);
  return held;
}

export type Offers = ReadonlyMap<string, Offer>;

export type Written = {
  projectId: string;
  understanding: Understanding;
  /** Where the words want something; none while the plan is that of older words. */
  spots: Spot[];
  field: { current: HTMLTextAreaElement | null };
  setWriting: (at: boolean) => void;
  /** What the model has for clauses that are not understood, by their words; it is asked by `askModel`. */
  offers: Offers;
  /** What asking it has used since the editor was opened. */
  used: { tokens: number; cents: number };
  askModel: () => Promise<void>;
  /** Puts a text in the place of a spot; undo takes it back, and the caret stands behind it. */
  mend: (spot: Spot, insert: string) => void;
};

/** The words of a test with what is understood of them. A last clause that is being written is not judged yet. */
export function useWritten(projectId: string, description: string): Written {
  const read = usePlan(projectId, description);
  const field = useRef<HTMLTextAreaElement>(null);
  const [writing, setWriting] = useState(false);
  const [offers, setOffers] = useState<Offers>(new Map());
  const [used, setUsed] = useState({ tokens: 0, cents: 0 });
  const understanding = useMemo(() => {
    if (read.plan === null) return read;
    const plan = withOffers(read.plan, offers);
    return { ...read, plan: writing && read.of === description ? withoutHalfWritten(plan, description) : plan };
  }, [read, writing, description, offers]);
  const spots = useMemo(
    () => (understanding.plan && understanding.of === description ? spotsOf(understanding.plan, description) : []),
    [understanding, description],
  );
  const mend = (spot: Spot, insert: string) => {
    const area = field.current;
    if (area && area.value === understanding.of) replaceIn(area, spot.from, spot.to, insert);
  };
  const askModel = async () => {
    const found = await api.offers(projectId, description);
    setOffers(new Map(found.offers.map((offer) => [offer.text, offer])));
    setUsed(({ tokens, cents }) => ({ tokens: tokens + found.llmTokensUsed, cents: cents + found.llmCostCents }));
  };
  return { projectId, understanding, spots, field, setWriting, mend, offers, used, askModel };
}

export function replaceIn(area: HTMLTextAreaElement, from: number, to: number, insert: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  if (document.execCommand("insertText", false, insert)) return; // the only way that leaves the browser's own undo working
  area.setRangeText(insert, from, to, "end");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
