/** The organization's and the appliance's own matters, part by part. */
import { useRoute } from "preact-iso";
import { mayManage } from "../../model/session";
import { words } from "../../words";
import { Icon, type IconName } from "../parts/icon";
import { State, useTitle } from "../parts/parts";
import { Activity } from "./activity";
import { Health } from "./health";
import { Keys } from "./keys";
import { Members } from "./members";
import { PlanAndUse } from "./plan";
import "./settings.css";

const PARTS: { id: "keys" | "members" | "plan" | "activity" | "health"; icon: IconName }[] = [
  { id: "keys", icon: "key" },
  { id: "members", icon: "people" },
  { id: "plan", icon: "box" },
  { id: "activity", icon: "clock" },
  { id: "health", icon: "heart" },
];

const MANAGERS = new Set(["members", "activity"]);

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
          {PARTS.filter((each) => !MANAGERS.has(each.id) || mayManage()).map((each) => (
            <a key={each.id} href={`/settings/${each.id}`} aria-current={each.id === asked ? "page" : undefined}>
              <Icon name={each.icon} />
              {words.settings[each.id]}
            </a>
          ))}
        </nav>
        <div>
          {asked === "keys" && <Keys />}
          {MANAGERS.has(asked) && !mayManage() && (
            <State icon="lock" title={words.state.forbidden}>
              {words.member.forbidden}
            </State>
          )}
          {asked === "members" && mayManage() && <Members />}
          {asked === "activity" && mayManage() && <Activity />}
          {asked === "plan" && <PlanAndUse />}
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
