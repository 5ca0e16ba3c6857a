/** When a day is over, where the person who names it is. Pure. */

export function endOf(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day + 1).toISOString();
}
