/** The organization's and the appliance's own matters, part by part. */
import { useRoute } from "preact-iso";
import { mayManage } from "../../model/session";
import { words } from "../../words";
import { Icon, type IconName } from "../parts/icon";
import { State, useTitle } from "../parts/parts";
import { Health } from "./health";
import { Keys } from "./keys";
import { Members } from "./members";
import "./settings.css";

const PARTS: { id: "keys" | "members" | "health"; icon: IconName }[] = [
  { id: "keys", icon: "key" },
  { id: "members", icon: "people" },
  { id: "health", icon: "heart" },
];

export function SettingsPage() {
  const asked = useRoute().params.part ?? "keys";
  const part = PARTS.find((each) => each.id === asked);
  useTitle(part ? words.settings[part.id] : words.nav.settings);
  return (
    <>
      <div class="page-head">
        <h1>{words.nav.settings}</h1>
      </div>
      <div class="settings">
        <nav aria-label={words.nav.settings}>
          {PARTS.filter((each) => each.id !== "members" || mayManage()).map((each) => (
            <a key={each.id} href={`/settings/${each.id}`} aria-current={each.id === asked ? "page" : undefined}>
              <Icon name={each.icon} />
              {words.settings[each.id]}
            </a>
          ))}
        </nav>
        <div>
          {asked === "keys" && <Keys />}
          {asked === "members" &&
            (mayManage() ? (
              <Members />
            ) : (
              <State icon="lock" title={words.state.forbidden}>
                {words.member.forbidden}
              </State>
            ))}
          {asked === "health" && <Health />}
          {!part && (
            <State icon="search" title={words.missing.title}>
              {words.missing.text}
            </State>
          )}
        </div>
      </div>
    </>
  );
}
