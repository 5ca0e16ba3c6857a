/** Tags of procedures as people write and choose them. Pure. */
import type { Procedure } from "../channel/api";

/** Written in one line, separated by commas. */
export function readTags(line: string): string[] {
  return line
    .split(",")
    .map((tag) => tag.trim().replace(/\s+/g, " "))
    .filter((tag) => tag !== "");
}

/** Every tag once, in the order of the alphabet; upper and lower case are all one. */
export function tagsOf(procedures: Procedure[]): string[] {
  const known = new Map(procedures.flatMap(({ tags }) => tags).map((tag) => [tag.toLowerCase(), tag]));
  return [...known.values()].sort((one, other) => one.localeCompare(other));
}

export function hasTag({ tags }: Procedure, tag: string): boolean {
  return tags.some((each) => each.toLowerCase() === tag.toLowerCase());
}
