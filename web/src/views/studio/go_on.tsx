/** No end of a session loses the test: it is gone on with in another browser, or as text in the editor. */

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import type { Studio } from "../../model/studio";
import { words } from "../../words";
import { Confirm, Refused, useActing } from "../parts/acting";
import { draftOf } from "../parts/draft";
import { Icon } from "../parts/icon";

type Props = { studio: Studio; projectId: string; onOpen: (id: string) => void };

/** What the sentences sent to the site is sent a second time only where somebody says so. */
export function GoOn({ studio, projectId, onOpen }: Props) {
  const acting = useActing();
  if (sentences(studio).length === 0) return null;
  const open = (how: { perform?: "none" | "all" } = {}) =>
    acting.act(async () => onOpen((await api.openStudio(projectId, { after: studio.id, ...how })).id));
  const asks = acting.problem?.code === "sends_again";
  return (
    <>
      {!asks && (
        <button type="button" class="button primary" disabled={acting.busy} onClick={() => void open()}>
          <Icon name={acting.busy ? "spinner" : "screen"} spin={acting.busy} />
          {words.studio.goOn}
        </button>
      )}
      <Refused acting={acting} />
      {asks && (
        <>
          <button type="button" class="button" onClick={() => void open({ perform: "all" })}>
            {words.studio.goOnPerformed}
          </button>
          <button type="button" class="button" onClick={() => void open({ perform: "none" })}>
            {words.studio.goOnUnperformed}
          </button>
        </>
      )}
    </>
  );
}

/** The sentences as text, where tests are written. */
export function ToEditor({ studio, projectId }: { studio: Studio; projectId: string }) {
  const { route } = useLocation();
  const [asking, setAsking] = useState(false);
  const written = sentences(studio);
  if (written.length === 0) return null;
  const draft = draftOf(projectId);
  const take = () => {
    draft.keep(`${written.join("\n")}\n`);
    route(`/projects/${projectId}`);
  };
  return (
    <div>
      <button type="button" class="button small" onClick={() => (draft.text.trim() === "" ? take() : setAsking(true))}>
        <Icon name="text" />
        {words.studio.toEditor}
      </button>
      {asking && (
        <Confirm
          title={words.studio.overDraft}
          text={words.studio.overDraftText}
          action={words.studio.replace}
          work={async () => take()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Another session without this test: only after a question, where there is something to lose. */
export function OpenAnother({ studio, onAgain }: { studio: Studio; onAgain: () => void }) {
  const [asking, setAsking] = useState(false);
  const count = sentences(studio).length;
  return (
    <>
      <button type="button" class="button" onClick={() => (count === 0 ? onAgain() : setAsking(true))}>
        {words.studio.openAgain}
      </button>
      {asking && (
        <Confirm
          title={words.studio.letGo}
          text={words.studio.letGoText(count)}
          action={words.studio.letGoAct}
          work={async () => onAgain()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function sentences(studio: Studio): string[] {
  const state = studio.state.value;
  return [...(state?.lines ?? []), ...(state?.left ?? [])].map((line) => line.sentence);
}
