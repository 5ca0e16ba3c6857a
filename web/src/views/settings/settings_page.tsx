/** The organization's and the appliance's own matters, part by part. */
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useRoute } from "preact-iso";
import { mayManage } from "../../model/session";
import { words } from "../../words";
import { Icon, type IconName } from "../parts/icon";
import { State, useTitle } from "../parts/parts";
import { Activity } from "./activity";
import { Appliance } from "./appliance";
import { Doctor } from "./doctor";
import { Evidence } from "./evidence";
import { Health } from "./health";
import { Keys } from "./keys";
import { Members } from "./members";
import { Phrasebook } from "./phrasebook";
import { PlanAndUse } from "./plan";
import { ServiceAccounts } from "./service_accounts";
import { SignInSettings } from "./sign_in_settings";
import "./settings.css";

type PartId =
  | "sign-in"
  | "keys"
  | "members"
  | "services"
  | "phrasebook"
  | "evidence"
  | "plan"
  | "activity"
  | "appliance"
  | "doctor"
  | "health";
/** `managed`: for owners and admins only. */
type Part = { id: PartId; icon: IconName; show: ComponentType; managed?: boolean };

const PARTS: Part[] = [
  { id: "sign-in", icon: "lock", show: SignInSettings },
  { id: "keys", icon: "key", show: Keys },
  { id: "members", icon: "people", show: Members, managed: true },
  { id: "services", icon: "box", show: ServiceAccounts, managed: true },
  { id: "phrasebook", icon: "text", show: Phrasebook },
  { id: "evidence", icon: "film", show: Evidence },
  { id: "plan", icon: "box", show: PlanAndUse },
  { id: "activity", icon: "clock", show: Activity, managed: true },
  { id: "appliance", icon: "gear", show: Appliance },
  { id: "doctor", icon: "shield", show: Doctor, managed: true },
  { id: "health", icon: "heart", show: Health },
];

export function SettingsPage() {
  const asked = useRoute().params.part ?? "keys";
  const part = PARTS.find((each) => each.id === asked);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - nav.current.clientWidth / 2;
  }, [asked]);
  useTitle(part ? words.settings[part.id] : words.nav.settings);
  return (
    <>
      <div class="page-head">
        <h1>{words.nav.settings}</h1>
      </div>
      <div class="settings">
        <nav ref={nav} aria-label={words.nav.settings}>
          {PARTS.filter((each) => !each.managed || mayManage()).map((each) => (
            <a key={each.id} href={`/settings/${each.id}`} aria-current={each.id === asked ? "page" : undefined}>
              <Icon name={each.icon} />
              {words.settings[each.id]}
            </a>
          ))}
        </nav>
        <div>
          <Shown part={part} />
        </div>
      </div>
    </>
  );
}

function Shown({ part }: { part: Part | undefined }) {
  if (!part)
    return (
      <State icon="search" title={words.missing.title}>
        {words.missing.text}
      </State>
    );
  if (part.managed && !mayManage())
    return (
      <State icon="lock" title={words.state.forbidden}>
        {words.member.forbidden}
      </State>
    );
  const { show: Show } = part;
  return <Show />;
}
