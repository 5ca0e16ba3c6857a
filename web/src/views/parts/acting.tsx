/** Buttons and forms that ask something of the appliance: busy meanwhile, and telling what was refused. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asRefusal } from "../../model/session";
import type { Refusal } from "../../transport/http";
import { words } from "../../words";
import { Icon, type IconName } from "./icon";
import { Notice } from "./parts";

const said = signal<string | null>(null);
const SAID_MS = 2600;

/** A short word at the foot of the page that something was done. */
export function say(text: string): void {
  said.value = text;
}

export function Said() {
  const text = said.value;
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => {
      said.value = null;
    }, SAID_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <div aria-live="polite">{text !== null && <div class="toast">{text}</div>}</div>;
}

export type Acting = { busy: boolean; problem: Refusal | null; act: (work: () => Promise<unknown>) => Promise<void> };

export function useActing(): Acting {
  const [state, setState] = useState<{ busy: boolean; problem: Refusal | null }>({ busy: false, problem: null });
  return {
    ...state,
    act: async (work) => {
      setState({ busy: true, problem: null });
      try {
        await work();
        setState({ busy: false, problem: null });
      } catch (error) {
        setState({ busy: false, problem: asRefusal(error) });
      }
    },
  };
}

/** What was refused, unless a field of the form says it already. */
export function Refused({ acting, fields = [] }: { acting: Acting; fields?: string[] }) {
  const problem = acting.problem;
  if (problem === null) return null;
  if (problem.issues.length > 0 && problem.issues.every((issue) => fields.includes(String(issue.path[0])))) return null;
  return <Notice tone="failed">{problem.message}</Notice>;
}

export function Do({
  icon,
  kind = "",
  work,
  children,
  label,
}: {
  icon?: IconName;
  kind?: string;
  work: () => Promise<unknown>;
  children?: ComponentChildren;
  label?: string;
}) {
  const acting = useActing();
  const message = acting.problem?.message;
  useEffect(() => {
    if (message) say(message);
  }, [message]);
  return (
    <button
      type="button"
      class={`button ${kind}`}
      disabled={acting.busy}
      aria-label={label}
      title={label}
      onClick={() => void acting.act(work)}
    >
      {icon && <Icon name={acting.busy ? "spinner" : icon} spin={acting.busy} />}
      {children}
    </button>
  );
}

/** `wide`: for what is written with help beside it; it then has no margin of its own. */
export function Dialog({
  title,
  wide,
  onClose,
  children,
}: {
  title: string;
  wide?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  // told while it closes: the browser's own event comes later, when a quick hand may have opened the next one
  const close = () => {
    element.current?.close();
    if (closed.current) return;
    closed.current = true;
    onClose();
  };
  const cancel = (event: Event) => {
    if (event.target !== element.current) return; // a file chooser in it was cancelled
    event.preventDefault();
    close();
  };
  useEffect(() => {
    element.current?.showModal();
    // who opened a form wants to fill it in, and not to close it
    if (document.activeElement === closing.current)
      element.current?.querySelector<HTMLElement>("form :is(input:not([hidden]), select, textarea)")?.focus();
  }, []);
  return (
    <dialog ref={element} class={wide ? "dialog wide" : "dialog"} aria-label={title} onCancel={cancel} onClose={close}>
      <div class="card-head">
        <h2>{title}</h2>
        <button
          ref={closing}
          type="button"
          class="button quiet small square push"
          aria-label={words.act.close}
          onClick={close}
        >
          <Icon name="cross" />
        </button>
      </div>
      {wide ? children : <div class="card-body">{children}</div>}
    </dialog>
  );
}

/** Asks before something is removed. */
export function Confirm({
  title,
  text,
  action,
  work,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  work: () => Promise<unknown>;
  onClose: () => void;
}) {
  const acting = useActing();
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <p class="soft">{text}</p>
        <Refused acting={acting} />
        <div class="form-row">
          <button
            type="button"
            class="button danger"
            disabled={acting.busy}
            onClick={() =>
              void acting.act(async () => {
                await work();
                onClose();
              })
            }
          >
            {action}
          </button>
          <button type="button" class="button quiet" onClick={onClose}>
            {words.act.keep}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** Copies the text and says so. Over plain http only the old way is open to pages. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
    say(done);
  } catch {
    say(words.state.notCopied);
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (!copied) throw new Error("The browser did not copy.");
}
