/** A form in a dialog: it sends, says what was refused where it was refused, and is busy meanwhile. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../../words";
import { type Acting, copy, Dialog, Refused, useActing } from "./acting";
import { Icon } from "./icon";

type Texts = Record<string, string>;
type Typed = {
  value: string;
  wrong: string | undefined;
  onInput: (event: { currentTarget: { value: string } }) => void;
};

/** The texts of a form by the names the appliance knows them by; `of(name)` are the properties of that `Field`. */
export function useTexts<T extends Texts>(
  first: T,
): { given: T; acting: Acting; of: (name: keyof T & string) => Typed } {
  const [given, setGiven] = useState(first);
  const acting = useActing();
  return {
    given,
    acting,
    of: (name) => ({
      value: given[name] ?? "",
      wrong: acting.problem?.about(name),
      onInput: ({ currentTarget }) => setGiven((old) => ({ ...old, [name]: currentTarget.value })),
    }),
  };
}

/** `fields`: those that tell of their own refusals. */
export function Form({
  action,
  acting,
  fields,
  send,
  wide,
  more,
  children,
}: {
  action: string;
  acting: Acting;
  fields: string[];
  send: () => Promise<unknown>;
  /** Whether the button is as wide as the form. */
  wide?: boolean;
  /** Buttons beside the form's own. */
  more?: ComponentChildren;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLFormElement>(null);
  // a form that came after its dialog had opened: nobody has gone on from the button that closes it
  useEffect(() => {
    if (element.current?.closest("dialog[open]") && document.activeElement?.matches("dialog > .card-head > button"))
      element.current.querySelector<HTMLElement>(":is(input:not([hidden]), select, textarea)")?.focus();
  }, []);
  return (
    <form
      ref={element}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void acting.act(send);
      }}
    >
      {children}
      <Refused acting={acting} fields={fields} />
      <div class="form-row">
        <button type="submit" class={wide ? "button primary wide" : "button primary"} disabled={acting.busy}>
          {action}
        </button>
        {more}
      </div>
    </form>
  );
}

export function FormDialog({
  title,
  onClose,
  ...form
}: { title: string; onClose: () => void } & Parameters<typeof Form>[0]) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} />
    </Dialog>
  );
}

/** A text to be taken away, such as a key or a link: selectable, and copied by a button. */
export function Taken({ text, label, copied }: { text: string; label: string; copied: string }) {
  return (
    <div class="secret">
      <input class="input" readOnly value={text} aria-label={label} />
      <button type="button" class="button" onClick={() => void copy(text, copied)}>
        <Icon name="copy" />
        {words.act.copy}
      </button>
    </div>
  );
}
