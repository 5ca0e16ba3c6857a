/** Lists of things that people manage: a card with its title, a table, and what to say while it is empty. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ago, moment } from "../../model/format";
import { words } from "../../words";
import { now } from "./clock";
import { Icon, type IconName } from "./icon";
import { type Loaded, Show } from "./loaded";
import { Scroll, State } from "./parts";

/** `head` stands right of the title. */
export function Card({
  title,
  head,
  children,
}: {
  title: string;
  head?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card">
      <div class="card-head">
        <h2>{title}</h2>
        {head && <div class="push form-row">{head}</div>}
      </div>
      {children}
    </section>
  );
}

/** The button that adds something to a list. */
export function Add({
  children,
  label,
  onClick,
}: {
  children: ComponentChildren;
  label?: string;
  onClick: () => void;
}) {
  return (
    <button type="button" class="button small" aria-label={label} onClick={onClick}>
      <Icon name="plus" />
      {children}
    </button>
  );
}

/** A small button that is all pictogram; `label` says what it does. */
export function Tool({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" class="button quiet small square" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** The buttons that change and remove the thing of a row. */
export function Tools({ name, edit, remove }: { name: string; edit: () => void; remove: () => void }) {
  return (
    <>
      <Tool icon="edit" label={words.act.editNamed(name)} onClick={edit} />
      <Tool icon="trash" label={words.act.removeNamed(name)} onClick={remove} />
    </>
  );
}

/** `columns`: an empty one is that of the row's buttons. */
export function Listed<T>({
  of,
  label,
  columns,
  icon,
  none,
  noneText,
  children,
}: {
  of: Loaded<T[]>;
  label: string;
  columns: string[];
  icon: IconName;
  none: string;
  noneText?: string;
  children: (item: T) => ComponentChildren;
}) {
  return (
    <Show of={of}>
      {(items) =>
        items.length === 0 ? (
          <State icon={icon} title={none}>
            {noneText}
          </State>
        ) : (
          <Table label={label} columns={columns}>
            {items.map(children)}
          </Table>
        )
      }
    </Show>
  );
}

/** On a narrow screen each row becomes a block whose cells say their column themselves. */
export function Table({ label, columns, children }: { label: string; columns: string[]; children: ComponentChildren }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    for (const row of body.current?.rows ?? [])
      for (const [nth, cell] of [...row.cells].entries()) cell.dataset.column = columns[nth] ?? "";
  });
  return (
    <Scroll kind="scroll-x" label={label}>
      <table class="table stacks">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column === "" ? <span class="hidden-text">{words.act.actions}</span> : column}</th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>{children}</tbody>
      </table>
    </Scroll>
  );
}

export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at, now.value)}
    </time>
  );
}
