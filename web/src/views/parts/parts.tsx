/** Small pieces every page is made of: badges, fields, states. Know no resource. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import type { Verdict } from "../../model/verdict";
import { words } from "../../words";
import { Icon, type IconName } from "./icon";
import "./parts.css";
import "./table.css";
import "./tabs.css";

const VERDICT_ICON: Record<Verdict, IconName> = {
  passed: "check",
  failed: "cross",
  cancelled: "dash",
  running: "spinner",
  pending: "clock",
  unread: "alert",
};

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return (
    <span class={`badge ${verdict}`}>
      <Icon name={VERDICT_ICON[verdict]} spin={verdict === "running"} />
      {words.verdict[verdict]}
    </span>
  );
}

export function Field({
  label,
  hint,
  wrong,
  area,
  rows,
  ...input
}: {
  label: string;
  hint?: string;
  wrong?: string;
  area?: boolean;
  rows?: number;
} & JSX.IntrinsicElements["input"]) {
  const id = useId();
  const told = wrong ?? hint;
  const shared = {
    ...input,
    id,
    class: "input",
    "aria-invalid": wrong ? true : undefined,
    "aria-describedby": told ? `${id}-told` : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {area ? <textarea {...(shared as JSX.IntrinsicElements["textarea"])} rows={rows} /> : <input {...shared} />}
      {told && (
        <span id={`${id}-told`} class={wrong ? "wrong" : "hint"}>
          {told}
        </span>
      )}
    </div>
  );
}

export function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
  hint,
  bare,
}: {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  onChoose: (value: T) => void;
  hint?: string;
  bare?: boolean;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={bare ? "hidden-text" : undefined}>
        {label}
      </label>
      <select id={id} class="input" value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && <span class="hint">{hint}</span>}
    </div>
  );
}

export function State({
  icon,
  title,
  children,
  actions,
  page,
}: {
  icon: IconName;
  title: string;
  /** Whether it is all the page has to say. */
  page?: boolean;
  children?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <div class="state">
      <Icon name={icon} />
      {page ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {actions && <div class="form-row">{actions}</div>}
    </div>
  );
}

export function Notice({
  tone,
  children,
}: {
  tone: "failed" | "passed" | "warn" | "plain";
  children: ComponentChildren;
}) {
  const icon: IconName = tone === "passed" ? "check" : "alert";
  return (
    <div class={`notice ${tone}`} role={tone === "failed" ? "alert" : "status"}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

export function Bones({ rows = 5 }: { rows?: number }) {
  return (
    <div class="bones" role="status" aria-label={words.state.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} class="bone" style={{ width: `${92 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** What may be wider or longer than its place: scrolls, by keys too. */
export function Scroll({ label, kind, children }: { label: string; kind: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keys
    <section class={kind} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** The page's title, in the tab and for screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? words.product : `${title} · ${words.product}`;
  }, [title]);
}
