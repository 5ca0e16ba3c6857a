/** What the appliance's doctor finds on its machine, with advice. For owners and admins only. */
import { api, type DoctorCheck } from "../../channel/api";
import { words } from "../../words";
import { Icon, type IconName } from "../parts/icon";
import { Card } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";

const ICON: Record<DoctorCheck["state"], IconName> = { ok: "check", warning: "alert", failed: "cross" };
const BADGE: Record<DoctorCheck["state"], string> = { ok: "passed", warning: "warn", failed: "failed" };

export function Doctor() {
  const loaded = useLoaded("doctor", () => api.doctor());
  return (
    <Card
      title={words.settings.doctor}
      head={
        <button type="button" class="button small" onClick={loaded.reload}>
          <Icon name="again" />
          {words.health.again}
        </button>
      }
    >
      <Show of={loaded} rows={8}>
        {(checks) => (
          <ul class="checks">
            {checks.map((check) => (
              <li key={check.name}>
                <span class={`badge ${BADGE[check.state]}`}>
                  <Icon name={ICON[check.state]} />
                  {words.doctor[check.state]}
                </span>
                <div>
                  <strong>{check.name}</strong>
                  <div class="soft">{check.detail}</div>
                  {check.advice && <div>{check.advice}</div>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Show>
    </Card>
  );
}
