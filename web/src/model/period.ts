/** The days somebody chose, as the moments the appliance is asked with. */
export type Period = { since?: string; until?: string };

/** From the first moment of one day to the last of the other, where this browser is; what is no day sets no bound. */
export function period(from = "", to = ""): Period {
  const [since, until] = [midnight(from, 0), midnight(to, 1)];
  return { ...(since !== "" && { since }), ...(until !== "" && { until }) };
}

/** The moment at which the day, or so many days later, begins here; empty for what is no day. */
function midnight(day: string, later: number): string {
  const [year, month, date] = day.split("-").map(Number);
  const moment = new Date(year ?? Number.NaN, (month ?? Number.NaN) - 1, (date ?? Number.NaN) + later);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}
