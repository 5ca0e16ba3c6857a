/** A list whose things are added, changed and removed here: the card, its table, the form and the question before. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { words } from "../../words";
import { Confirm } from "./acting";
import type { IconName } from "./icon";
import { Add, Card, Listed } from "./listed";
import type { Loaded } from "./loaded";

type Removal = { title: string; text: string; action?: string; work: () => Promise<unknown> };

/** `may`: whether this person may change it. `form` gets null for a new one, and what to call when it is over. */
export function Managed<T>({
  title,
  may,
  create,
  of,
  columns,
  icon,
  none,
  noneText,
  form,
  removal,
  children,
}: {
  title: string;
  may: boolean;
  create: string;
  of: Loaded<T[]>;
  columns: string[];
  icon: IconName;
  none: string;
  noneText?: string;
  form: (item: T | null, close: () => void) => ComponentChildren;
  removal: (item: T) => Removal;
  children: (item: T, edit: () => void, remove: () => void) => ComponentChildren;
}) {
  const [editing, setEditing] = useState<{ item: T | null } | null>(null);
  const [removing, setRemoving] = useState<T | null>(null);
  const asked = removing === null ? null : removal(removing);
  return (
    <Card title={title} head={may && <Add onClick={() => setEditing({ item: null })}>{create}</Add>}>
      <Listed of={of} label={title} columns={columns} icon={icon} none={none} noneText={noneText}>
        {(item) =>
          children(
            item,
            () => setEditing({ item }),
            () => setRemoving(item),
          )
        }
      </Listed>
      {editing !== null &&
        form(editing.item, () => {
          setEditing(null);
          of.reload();
        })}
      {asked !== null && (
        <Confirm
          title={asked.title}
          text={asked.text}
          action={asked.action ?? words.act.remove}
          onClose={() => setRemoving(null)}
          work={async () => {
            await asked.work();
            of.reload();
          }}
        />
      )}
    </Card>
  );
}
