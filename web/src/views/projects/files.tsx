/** Files stored with a project, for its tests to upload: stored by button or by drop, taken away, removed. */
import { useRef, useState } from "preact/hooks";
import { api, type StoredFile } from "../../channel/api";
import { bytes } from "../../model/format";
import { mayChange } from "../../model/session";
import { Refusal } from "../../transport/http";
import { words } from "../../words";
import { Confirm, Do, Refused, say, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Card, Table, Tool, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { State } from "../parts/parts";
import { take } from "../parts/take";
import "./files.css";

export function Files({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.files(projectId));
  const [storing, setStoring] = useState("");
  const [over, setOver] = useState(false);
  const [removing, setRemoving] = useState<StoredFile | null>(null);
  const acting = useActing();
  const most = loaded.value?.mostBytesEach ?? 0;
  const store = (files: File[], folders: string[] = []) =>
    acting.act(async () => {
      const named: string[] = [];
      try {
        for (const file of files) {
          if (file.size > most) throw new Refusal(413, words.files.tooLarge(file.name, megabytes(most)));
          setStoring(file.name);
          await api.storeFile(projectId, file);
          named.push(file.name);
        }
        if (folders[0]) throw new Refusal(400, words.files.folder(folders[0]));
      } finally {
        setStoring("");
        if (named.length > 0) say(words.files.stored(named));
        loaded.reload();
      }
    });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files, folders } = dropped(event);
    if (!acting.busy) void store(files, folders);
  };
  const target = mayChange() && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.currentTarget as Element).contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: drop,
  };
  return (
    <div class={over ? "files over" : "files"} {...target}>
      <Card
        title={words.project.tabs.files}
        head={mayChange() && <Choose busy={acting.busy} storing={storing} onChoose={(files) => void store(files)} />}
      >
        {acting.problem && (
          <div class="card-body">
            <Refused acting={acting} />
          </div>
        )}
        <Show of={loaded}>
          {({ files }) =>
            files.length === 0 ? (
              <State icon="file" title={words.files.none}>
                {words.files.noneText}
              </State>
            ) : (
              <>
                <Table
                  label={words.project.tabs.files}
                  columns={[words.files.name, words.files.size, words.files.when, ""]}
                >
                  {files.map((file) => (
                    <tr key={file.id}>
                      <td>
                        <strong class="file-name">{file.name}</strong>
                      </td>
                      <td class="numeric">{bytes(file.bytes)}</td>
                      <td>
                        <When at={file.createdAt} />
                      </td>
                      <td class="end">
                        <Do
                          icon="down"
                          kind="quiet small square"
                          label={words.files.download(file.name)}
                          work={async () => take(file.name, await api.file(projectId, file.id))}
                        />
                        {mayChange() && (
                          <Tool
                            icon="trash"
                            label={words.act.removeNamed(file.name)}
                            onClick={() => setRemoving(file)}
                          />
                        )}
                      </td>
                    </tr>
                  ))}
                </Table>
                <p class="faint card-body">{words.files.text(megabytes(most))}</p>
              </>
            )
          }
        </Show>
      </Card>
      {over && <div class="drop-here">{words.files.drop}</div>}
      {removing && (
        <Confirm
          title={words.files.removeTitle(removing.name)}
          text={words.files.removeText}
          action={words.act.remove}
          onClose={() => setRemoving(null)}
          work={async () => {
            await api.removeFile(projectId, removing.id);
            loaded.reload();
          }}
        />
      )}
    </div>
  );
}

/** A button in place of the browser's own field for files, which cannot be drawn like the others. */
function Choose({ busy, storing, onChoose }: { busy: boolean; storing: string; onChoose: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button small" disabled={busy} onClick={() => field.current?.click()}>
        <Icon name={busy ? "spinner" : "plus"} spin={busy} />
        <span class="file-name">{storing === "" ? words.files.store : words.files.storing(storing)}</span>
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={words.files.store}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = ""; // the same file may be chosen once more
        }}
      />
    </>
  );
}

/** What was dropped, and the names of folders among it, which a browser hands over as files that cannot be read. */
function dropped(event: DragEvent): { files: File[]; folders: string[] } {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of event.dataTransfer?.items ?? []) {
    const file = item.kind === "file" ? item.getAsFile() : null;
    if (file === null) continue;
    if (item.webkitGetAsEntry()?.isDirectory) folders.push(file.name);
    else files.push(file);
  }
  return { files, folders };
}

const megabytes = (size: number): string => `${size / 1_000_000} MB`;
