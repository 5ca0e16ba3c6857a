/** Reads loosely typed JSON defensively (contract 2.1): what is not there or of another type is empty. Pure. */

export type Loose = Record<string, unknown>;

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
export const flag = (value: unknown): boolean => value === true;
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const texts = (value: unknown): string[] =>
  list(value).filter((each): each is string => typeof each === "string");
export const object = (value: unknown): Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const objects = (value: unknown): Loose[] => list(value).map(object);

export type Box = { x: number; y: number; width: number; height: number };

export function box(value: unknown): Box | null {
  const [x, y, width, height] = list(value).map(number);
  if (x == null || y == null || width == null || height == null) return null;
  return { x, y, width, height };
}
