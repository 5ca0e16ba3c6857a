/** Places in the words of a test that want something: what is not read or not clear, and what may stand there. Pure. */
import type { Ambiguity, Gap, Offer, Plan } from "../channel/api";

/** `says`: the whole sentence; `insert`: what stands in the place instead. */
export type Fix = { says: string; insert: string };

/** The characters `from` to `to`. */
export type Spot = { from: number; to: number; kind: "gap" | "unclear"; fixes: Fix[] };

export function spotsOf(plan: Plan, description: string): Spot[] {
  const spots = [
    ...plan.gaps.map((gap) => spotOfGap(gap, description)),
    ...plan.ambiguities.map((each) => spotOfAmbiguity(each, description)),
  ];
  return spots.filter((spot) => spot !== null).sort((one, other) => one.from - other.from);
}

/** null: the words do not stand in the description as they are. */
export function spotOfGap(gap: Gap, description: string): Spot | null {
  const place = placeOf(gap.text, gap.start ?? 0, description);
  return place && { ...place, kind: "gap", fixes: nearestOf(gap).map((form) => ({ says: form, insert: form })) };
}

export function spotOfAmbiguity({ target, start, candidates }: Ambiguity, description: string): Spot | null {
  const place = start === null ? null : placeOf(target, start, description);
  const whole = candidates.filter(({ sentence }) => sentence !== "");
  return place && { ...place, kind: "unclear", fixes: whole.map((one) => ({ says: one.sentence, insert: one.words })) };
}

/** The spot a caret stands in, else the next one, else the first. */
export function spotAt(spots: Spot[], caret: number): Spot | undefined {
  return spots.find((spot) => spot.to >= caret) ?? spots[0];
}

/** With what a model offers for a gap as the first that may stand there. */
export function withOffers(plan: Plan, offers: ReadonlyMap<string, Offer>): Plan {
  const gaps = plan.gaps.map((gap) => {
    const instead = offers.get(gap.text)?.instead ?? "";
    return instead === "" ? gap : { ...gap, nearest: [instead, ...(gap.nearest ?? [])] };
  });
  return { ...plan, gaps };
}

const FINISHED = /[.!?;:]["”']?\s*$|\n\s*$/;

/** Without a last clause that is still being written: until it ends, or the writing does, it is no gap. */
export function withoutHalfWritten(plan: Plan, description: string): Plan {
  if (FINISHED.test(description)) return plan;
  const end = description.trimEnd().length;
  const gaps = plan.gaps.filter((gap) => spotOfGap(gap, description)?.to !== end);
  return gaps.length === plan.gaps.length ? plan : { ...plan, gaps };
}

/** `start` counts code points, as the appliance does; a place counts as the field does. */
function placeOf(text: string, start: number, description: string): { from: number; to: number } | null {
  const from = [...description].slice(0, start).join("").length;
  const to = from + text.length;
  return text !== "" && description.slice(from, to) === text ? { from, to } : null;
}

/** The nearest forms of a gap, with its first letter; the first is the clause without what stops it, where there is one. */
export function nearestOf(gap: Gap): string[] {
  const begins = gap.text.slice(0, 1);
  const upper = begins === begins.toUpperCase();
  return [
    ...new Set((gap.nearest ?? []).map((form) => (upper ? form.slice(0, 1).toUpperCase() + form.slice(1) : form))),
  ];
}
