/** How one signs in oneself: the second step, passkeys, and where one is signed in. */
import { useState } from "preact/hooks";
import { account } from "../../channel/account";
import { day } from "../../model/format";
import { words } from "../../words";
import { Confirm, say } from "../parts/acting";
import { Card, Listed, When } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Passkeys } from "./passkeys";
import { TurnOff, TurnOn } from "./second_factor";

export function SignInSettings() {
  return (
    <div class="form">
      <SecondFactor />
      <Passkeys />
      <Sessions />
    </div>
  );
}

function SecondFactor() {
  const loaded = useLoaded("second-factor", () => account.factor());
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  const close = () => {
    setOpen(null);
    loaded.reload();
  };
  return (
    <Card title={words.factor.title}>
      <Show of={loaded} rows={2}>
        {(state) => (
          <div class="card-body form">
            <p class="soft">
              {!state.hasPassword
                ? words.factor.noPassword
                : state.on
                  ? words.factor.on(day(state.since ?? ""))
                  : words.factor.off}{" "}
              {state.on && words.factor.left(state.recoveryCodesLeft)}
            </p>
            {state.hasPassword && (
              <div class="form-row">
                <button
                  type="button"
                  class={state.on ? "button" : "button primary"}
                  onClick={() => setOpen(state.on ? "off" : "on")}
                >
                  {state.on ? words.factor.turnOff : words.factor.turnOn}
                </button>
              </div>
            )}
          </div>
        )}
      </Show>
      {open === "on" && <TurnOn onClose={close} />}
      {open === "off" && <TurnOff onClose={close} />}
    </Card>
  );
}

function Sessions() {
  const loaded = useLoaded("sessions", () => account.sessions());
  const [ending, setEnding] = useState<string | null>(null);
  const others = (loaded.value ?? []).length > 1 && (
    <button
      type="button"
      class="button small"
      onClick={async () => {
        const { ended } = await account.endOthers();
        say(words.sessions.ended(ended));
        loaded.reload();
      }}
    >
      {words.sessions.endOthers}
    </button>
  );
  const columns = [words.sessions.where, words.sessions.address, words.sessions.seen, words.sessions.since, ""];
  return (
    <Card title={words.sessions.title} head={others}>
      <Listed of={loaded} label={words.sessions.title} columns={columns} icon="lock" none={words.sessions.none}>
        {(each) => (
          <tr key={each.id}>
            <td>
              <strong>{browserOf(each.agent)}</strong>{" "}
              {each.current && <span class="faint">{words.sessions.here}</span>}
            </td>
            <td class="mono">{each.address}</td>
            <td>
              <When at={each.seenAt} />
            </td>
            <td>{day(each.createdAt)}</td>
            <td class="end">
              {!each.current && (
                <button
                  type="button"
                  class="button quiet small"
                  aria-label={words.sessions.endNamed(browserOf(each.agent))}
                  onClick={() => setEnding(each.id)}
                >
                  {words.sessions.end}
                </button>
              )}
            </td>
          </tr>
        )}
      </Listed>
      {ending !== null && (
        <Confirm
          title={words.sessions.endTitle}
          text={words.sessions.endText}
          action={words.sessions.end}
          onClose={() => setEnding(null)}
          work={async () => {
            await account.endSession(ending);
            loaded.reload();
          }}
        />
      )}
    </Card>
  );
}

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** A browser in words; what calls itself otherwise is shown as it does. */
function browserOf(agent: string): string {
  const of = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = of(BROWSERS);
  if (browser === undefined) return agent === "" ? words.sessions.unknown : agent.slice(0, 60);
  return [browser, of(SYSTEMS)].filter(Boolean).join(", ");
}
