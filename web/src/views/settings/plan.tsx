/** What the organization's plan allows, and how much of it this month has used. Changed by the operator only. */
import { api } from "../../channel/api";
import { words } from "../../words";
import { Show, useLoaded } from "../parts/loaded";
import { Notice } from "../parts/parts";

const TENTHS = 10;

export function PlanAndUse() {
  const loaded = useLoaded("organization", () => api.organization());
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.settings.plan}</h2>
      </div>
      <Show of={loaded} rows={4}>
        {({ plan, usage, period }) => {
          const state = plan.state ?? "active";
          const uses = [
            { label: words.plan.runs, used: usage.runs ?? 0, limit: plan.runs },
            {
              label: words.plan.minutes,
              used: Math.round((usage.browserTenths ?? 0) / TENTHS),
              limit: plan.browserMinutes,
            },
            { label: words.plan.cents, used: usage.llmCents ?? 0, limit: plan.llmCents },
            { label: words.plan.concurrent, used: usage.alive ?? 0, limit: plan.concurrent },
          ];
          return (
            <div class="card-body form">
              <Notice tone={state === "active" ? "passed" : "warn"}>{words.plan.state[state]}</Notice>
              <h3>{words.plan.period(period)}</h3>
              <ul class="form">
                {uses.map((use) => (
                  <li key={use.label} class="use">
                    <span>{use.label}</span>
                    <span class="numeric soft">{words.plan.used(use.used, use.limit ?? null)}</span>
                    {use.limit != null && <meter aria-label={use.label} min={0} max={use.limit} value={use.used} />}
                  </li>
                ))}
              </ul>
            </div>
          );
        }}
      </Show>
    </section>
  );
}
