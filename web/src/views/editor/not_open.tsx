/** Says that the appliance may not open a project's address, and how whoever runs it allows that. */
import { api, type Project } from "../../channel/api";
import { words } from "../../words";
import { copy } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { Notice } from "../parts/parts";

/** Nothing where the address is open. */
export function NotOpen({ project }: { project: Project }) {
  const { value } = useLoaded(project.baseUrl, () => api.permission(project.id));
  if (value === null || value.allowed) return null;
  const command = `qa-appliance serve --allow ${value.rule}`;
  return (
    <Notice tone="warn">
      <strong>{words.editor.forbiddenTitle}</strong>
      <p>{value.reason}</p>
      {value.rule !== "" && (
        <>
          <p>{words.editor.allowHow}</p>
          <p class="command">
            <code>{command}</code>
            <button
              type="button"
              class="button small square"
              aria-label={words.act.copy}
              onClick={() => void copy(command, words.editor.allowCopied)}
            >
              <Icon name="copy" />
            </button>
          </p>
        </>
      )}
    </Notice>
  );
}
