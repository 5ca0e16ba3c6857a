/** Tags of procedures: shown, and chosen from. */
import type { Procedure } from "../../channel/api";
import { words } from "../../words";
import { Choice } from "../parts/parts";
import "../parts/filters.css";
import "./tags.css";

/** Each leads to the procedures of the project that have it. */
export function Tags({ procedure }: { procedure: Procedure }) {
  if (procedure.tags.length === 0) return null;
  const at = (tag: string) => `/projects/${procedure.projectId}?${new URLSearchParams({ tab: "procedures", tag })}`;
  return (
    <span class="tags">
      {procedure.tags.map((tag) => (
        <a key={tag} class="badge" href={at(tag)}>
          {tag}
        </a>
      ))}
    </span>
  );
}

/** One of the tags, or every; `tag` as it stands in the address. */
export function TagChoice({ tags, tag, onChoose }: { tags: string[]; tag: string; onChoose: (tag: string) => void }) {
  const chosen = tags.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
  const known = chosen === "" || tags.includes(chosen) ? tags : [chosen, ...tags];
  return (
    <Choice
      bare
      label={words.runs.tag}
      value={chosen}
      onChoose={onChoose}
      options={[{ value: "", label: words.runs.everyTag }, ...known.map((value) => ({ value, label: value }))]}
    />
  );
}
