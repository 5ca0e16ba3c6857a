/** The field a test is written in, with a list of how the words before the caret could go on. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Completion, complete, edit, fixesFor, type Option } from "../../model/complete";
import { type Spot, spotAt } from "../../model/spots";
import { words } from "../../words";
import type { Reference } from "./reference";
import { replaceIn, type Written } from "./use_plan";
import "./writing.css";

const LONGEST = 4000;
const NONE = -1;

export function Writing({
  id,
  value,
  reference,
  written,
  required,
  wrong,
  told,
  onChange,
  onSend,
}: {
  id: string;
  value: string;
  reference: Reference;
  written: Written;
  required?: boolean;
  wrong?: boolean;
  /** The id of what is said about the field. */
  told?: string;
  onChange: (text: string) => void;
  onSend: () => void;
}) {
  const area = written.field;
  const waves = useRef<HTMLDivElement>(null);
  const list = useId();
  const [open, setOpen] = useState<{ completion: Completion; active: number } | null>(null);
  const typing = useRef(false); // whether the last thing done was to type
  const close = () => {
    typing.current = false;
    setOpen(null);
  };

  const suggest = (keep = false) => {
    const field = area.current;
    if (!field) return;
    const completion = complete(field.value, field.selectionStart, reference.phrases, reference.names);
    setOpen((before) => {
      const chosen = keep ? before?.completion.options[before.active] : undefined;
      const same = (option: Option) => option.kind === chosen?.kind && option.text === chosen.text;
      return completion && { completion, active: completion.options.findIndex(same) };
    });
  };

  const { phrases, names } = reference;
  useEffect(() => {
    if (typing.current) suggest(true); // they may come after one was chosen, also since this was drawn
  }, [phrases, names]);

  const take = (option: Option) => {
    const field = area.current;
    if (!field || open === null) return;
    const { from, to, insert, select } = edit(field.value, open.completion, option);
    replaceIn(field, from, to, insert);
    field.setSelectionRange(...select);
    close();
  };

  const offerFixes = () => {
    const field = area.current;
    const spot = field && spotAt(written.spots, field.selectionStart);
    if (!field || !spot) return;
    field.setSelectionRange(spot.to, spot.to);
    const completion = fixesFor(spot);
    setOpen(completion && { completion, active: completion.options.length > 0 ? 0 : NONE });
  };

  const move = (step: number) => {
    setOpen((before) => {
      if (before === null) return null;
      const count = before.completion.options.length;
      const from = before.active === NONE && step < 0 ? 0 : before.active;
      return { ...before, active: (from + step + count) % count };
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = open?.completion.options[Math.max(0, open.active)];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
    else if (event.key === " " && event.ctrlKey) suggest();
    else if (event.key === "." && (event.ctrlKey || event.metaKey)) offerFixes();
    else if (open === null || chosen === undefined) return;
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") close();
    else if (event.key === "Tab" && !event.shiftKey) take(chosen);
    else if (event.key === "Enter" && open.active !== NONE) take(chosen);
    else {
      if (/^(Arrow|Home|End|Page)/.test(event.key)) close();
      return;
    }
    event.preventDefault();
  };

  const options = open?.completion.options ?? [];
  const done = () => {
    close();
    written.setWriting(false);
  };

  return (
    <div class="writing">
      <Waves held={waves} text={value} spots={written.spots} />
      <textarea
        ref={area}
        id={id}
        class="input"
        maxLength={LONGEST}
        required={required}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={told}
        spellcheck={false}
        placeholder={words.editor.placeholder}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open === null ? undefined : list}
        aria-activedescendant={open === null || open.active === NONE ? undefined : `${list}-${open.active}`}
        onInput={(event) => {
          onChange(event.currentTarget.value);
          const field = event.currentTarget;
          typing.current = isOneKey(event);
          written.setWriting(typing.current && field.selectionStart >= field.value.trimEnd().length);
          if (typing.current) suggest();
          else close();
        }}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          if (waves.current) waves.current.scrollTop = event.currentTarget.scrollTop;
        }}
        onBlur={done}
        onClick={done}
      />
      <span class="hidden-text" role="status">
        {words.editor.suggested(options.length)}
      </span>
      {open !== null && (
        <Suggestions
          id={list}
          before={value.slice(0, open.completion.from)}
          area={area.current}
          options={options}
          active={open.active}
          onTake={take}
        />
      )}
    </div>
  );
}

/** The text once more, unseen but for the lines under what is not read or not clear. */
function Waves({ held, text, spots }: { held: { current: HTMLDivElement | null }; text: string; spots: Spot[] }) {
  const parts = [];
  let at = 0;
  for (const spot of spots.filter(({ from }, nth) => from >= (spots[nth - 1]?.to ?? 0))) {
    parts.push(text.slice(at, spot.from), <mark key={spot.from}>{text.slice(spot.from, spot.to)}</mark>);
    at = spot.to;
  }
  return (
    <div ref={held} class="mirror input waves" aria-hidden="true">
      {parts}
      {text.slice(at)}
      {"\u200b"}
    </div>
  );
}

/** Whether a single character was typed or taken away: what is pasted or filled in asks for no help. */
function isOneKey(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  if (event.inputType === "insertText") return event.data?.length === 1;
  return event.inputType === "deleteContentBackward";
}

function Suggestions({
  id,
  before,
  area,
  options,
  active,
  onTake,
}: {
  id: string;
  before: string;
  area: HTMLTextAreaElement | null;
  options: Option[];
  active: number;
  onTake: (option: Option) => void;
}) {
  const mirror = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const caret = mirror.current?.querySelector("span");
    if (!caret || !box.current || !area) return;
    const top = caret.offsetTop + caret.offsetHeight - area.scrollTop;
    const left = Math.min(caret.offsetLeft, area.offsetWidth - box.current.offsetWidth);
    box.current.style.top = `${Math.min(top, area.offsetHeight) + 4}px`;
    box.current.style.left = `${Math.max(0, left)}px`;
  });
  return (
    <>
      <div ref={mirror} class="mirror input" aria-hidden="true">
        {before}
        <span>{"\u200b"}</span>
      </div>
      <div ref={box} class="suggestions">
        <div id={id} role="listbox" aria-label={words.editor.suggestions}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as the pattern of a listbox has it
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={`${option.kind} ${option.text}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              class={index === Math.max(0, active) ? "primed" : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(option)}
            >
              <span class="completed">{option.text}</span>
              <span class="note">
                {option.kind === "fix" ? words.editor.instead : option.note || words.editor.onSite}
              </span>
            </div>
          ))}
        </div>
        <p class="help keys" aria-hidden="true">
          {words.editor.help}
        </p>
      </div>
    </>
  );
}
