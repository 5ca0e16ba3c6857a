/** Whether the appliance can run tests right now, check by check. */
import { api } from "../../channel/api";
import { words } from "../../words";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Notice } from "../parts/parts";

export function Health() {
  const loaded = useLoaded("health", () => api.ready());
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.settings.health}</h2>
        <button type="button" class="button small push" onClick={loaded.reload}>
          <Icon name="again" />
          {words.health.again}
        </button>
      </div>
      <Show of={loaded} rows={3}>
        {({ checks, warnings }) => (
          <div class="card-body form">
            {Object.values(checks).every((said) => said === "ok") ? (
              <Notice tone="passed">{words.health.good}</Notice>
            ) : (
              <Notice tone="failed">{words.health.bad}</Notice>
            )}
            {Object.entries(warnings).map(([name, warning]) => (
              <Notice key={name} tone="warn">
                {warning}
              </Notice>
            ))}
            <table class="table">
              <tbody>
                {Object.entries(checks).map(([name, said]) => (
                  <tr key={name}>
                    <td>
                      <strong>{words.health.checks[name] ?? name}</strong>
                    </td>
                    <td class={said === "ok" ? undefined : "bad"}>{said === "ok" ? words.health.ok : said}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="soft">
              {words.health.more} <a href="/api/docs">{words.health.docs}</a>
            </p>
          </div>
        )}
      </Show>
    </section>
  );
}
