/** No end of a session loses the test: it is gone on with in another browser. */
import { api } from "../../channel/api";
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";

type Props = { studio: Studio; projectId: string; onOpen: (id: string) => void };

export function GoOn({ studio, projectId, onOpen }: Props) {
  const acting = useActing();
  const state = studio.state.value;
  if (state === null || state.lines.length + (state.left?.length ?? 0) === 0) return null;
  const open = () => acting.act(async () => onOpen((await api.openStudio(projectId, { after: studio.id })).id));
  return (
    <>
      <button type="button" class="button primary" disabled={acting.busy} onClick={() => void open()}>
        <Icon name={acting.busy ? "spinner" : "screen"} spin={acting.busy} />
        {words.studio.goOn}
      </button>
      <Refused acting={acting} />
    </>
  );
}
