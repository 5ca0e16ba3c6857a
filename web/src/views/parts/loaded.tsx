/** Loads what a page shows, and shows what there is to say while it is not there. */
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { asRefusal } from "../../model/session";
import type { Refusal } from "../../transport/http";
import { renewal } from "../../transport/reach";
import { words } from "../../words";
import { Icon } from "./icon";
import { Bones, State } from "./parts";

export type Loaded<T> = {
  value: T | null;
  problem: Refusal | null;
  reload: () => void;
  replace: (value: T) => void;
};

/** Loads anew whenever `key` changes, and when what is shown may be old; what comes too late is dropped, what is shown stays until the new is there. */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [held, setHeld] = useState<{ key: string; value: T | null; problem: Refusal | null }>({
    key,
    value: null,
    problem: null,
  });
  const latest = useRef(load);
  latest.current = load;
  const turn = useRef(0);
  const reload = useCallback(() => {
    const mine = ++turn.current;
    latest.current().then(
      (value) => mine === turn.current && setHeld({ key, value, problem: null }),
      (error) => mine === turn.current && setHeld((old) => ({ ...old, key, problem: asRefusal(error) })),
    );
  }, [key]);
  useEffect(() => {
    reload();
    return () => {
      turn.current++;
    };
  }, [reload]);
  const renewed = renewal.value;
  const known = useRef(renewed);
  useEffect(() => {
    if (known.current !== renewed) reload();
    known.current = renewed;
  }, [renewed, reload]);
  const mine = held.key === key;
  return {
    value: mine ? held.value : null,
    problem: mine ? held.problem : null,
    reload,
    replace: (value) => {
      turn.current++;
      setHeld({ key, value, problem: null });
    },
  };
}

export function Show<T>({
  of,
  rows,
  page,
  children,
}: {
  of: Loaded<T>;
  rows?: number;
  page?: boolean;
  children: (value: T) => ComponentChildren;
}) {
  if (of.value !== null) return <>{children(of.value)}</>;
  if (of.problem !== null) return <Problem page={page} problem={of.problem} again={of.reload} />;
  return <Bones rows={rows} />;
}

export function Problem({ problem, again, page }: { problem: Refusal; again?: () => void; page?: boolean }) {
  const icon = problem.offline
    ? "cloud"
    : problem.status === 403
      ? "lock"
      : problem.status === 404
        ? "search"
        : "alert";
  const title = problem.offline
    ? words.state.offline
    : problem.status === 403
      ? words.state.forbidden
      : problem.status === 404
        ? words.state.missing
        : words.state.failed;
  return (
    <div role="alert">
      <State
        page={page}
        icon={icon}
        title={title}
        actions={
          again && (
            <button type="button" class="button" onClick={again}>
              <Icon name="again" />
              {words.state.again}
            </button>
          )
        }
      >
        {problem.message}
        {problem.status >= 500 && ` ${words.state.log}`}
      </State>
    </div>
  );
}
