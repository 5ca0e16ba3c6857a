/** How the appliance is set: its browser, the addresses it may open, its model, its limits. Changed by its operator. */
import type { ComponentChildren } from "preact";
import { api, type Appliance as Facts } from "../../channel/api";
import { momentIn } from "../../model/format";
import { words } from "../../words";
import { Card } from "../parts/listed";
import { Show, useLoaded } from "../parts/loaded";
import { Notice } from "../parts/parts";

export function Appliance() {
  const loaded = useLoaded("appliance", () => api.appliance());
  return (
    <div class="form">
      <Card title={words.settings.appliance}>
        <Show of={loaded}>{(facts) => <Whole facts={facts} />}</Show>
      </Card>
      {loaded.value && (
        <Card title={words.appliance.limits}>
          <dl class="card-body told">
            {Object.entries(loaded.value.limits).map(([name, limit]) => (
              <Fact key={name} name={words.appliance.limit[name] ?? name}>
                <span class="numeric">{limit.toLocaleString("en")}</span>
              </Fact>
            ))}
          </dl>
        </Card>
      )}
    </div>
  );
}

function Whole({ facts }: { facts: Facts }) {
  const { browser } = facts;
  return (
    <div class="card-body form">
      {browser.problem !== null && <Notice tone="failed">{browser.problem}</Notice>}
      {facts.clock !== null && (
        <Notice tone="warn">
          {words.appliance.clockJumped(
            momentIn(facts.clock.shown),
            momentIn(facts.clock.expected),
            momentIn(facts.clock.until),
          )}
        </Notice>
      )}
      <dl class="told">
        <Fact name={words.appliance.version}>{facts.version}</Fact>
        <Fact name={words.appliance.browser}>
          {browser.kind === "here"
            ? words.appliance.here(browser.version ?? "", browser.origin ?? "")
            : words.appliance.elsewhere}
          {browser.sandbox !== null && (
            <div class="soft">
              {browser.sandbox ? words.appliance.sandboxed : words.appliance.unboxed} {browser.sandboxReason}
            </div>
          )}
          {browser.standing && <div class={browser.standing.dubious ? "bad" : "soft"}>{browser.standing.sentence}</div>}
          <ul>
            {(browser.endpoints ?? []).map((endpoint) => (
              <li key={endpoint.address}>
                <span class="mono">{endpoint.address}</span>{" "}
                <span class="soft">{words.appliance.slots(endpoint.taken, endpoint.slots)}</span>
                {endpoint.problem !== null && <div class="bad">{endpoint.problem}</div>}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={words.appliance.atOnce}>{facts.browsers}</Fact>
        <Fact name={words.appliance.allow}>
          {facts.allow === null || facts.allow.length === 0 ? (
            facts.allow === null ? (
              words.appliance.allowHidden
            ) : (
              words.appliance.allowNone
            )
          ) : (
            <ul class="rules">
              {facts.allow.map((rule) => (
                <li key={rule}>
                  <code>{rule}</code>
                </li>
              ))}
            </ul>
          )}
          <div class="soft">{words.appliance.allowText}</div>
        </Fact>
        <Fact name={words.appliance.model}>
          {facts.model ? words.appliance.modelState(facts.model) : words.appliance.modelNone}
        </Fact>
        {facts.dataDir !== null && (
          <>
            <Fact name={words.appliance.folder}>
              <code>{facts.dataDir}</code>
            </Fact>
            <Fact name={words.appliance.backups}>
              <Backups backup={facts.backup} />
            </Fact>
            {facts.copies !== null && (
              <Fact name={words.appliance.copies}>
                <Copies copies={facts.copies} />
              </Fact>
            )}
          </>
        )}
      </dl>
    </div>
  );
}

function Backups({ backup }: { backup: Facts["backup"] }) {
  if (backup === null) return <>{words.appliance.backupsNone}</>;
  const { newestAt, bytes } = backup;
  return (
    <>
      <code>{backup.folder}</code>
      <div>
        {newestAt === null
          ? words.appliance.backupsYet
          : words.appliance.backupNewest(momentIn(newestAt), ((bytes ?? 0) / 1e6).toFixed(1))}
      </div>
      {backup.problem !== null && (
        <div class="bad">
          {words.appliance.backupFailed} {backup.problem}
        </div>
      )}
      <div class="soft">{words.appliance.backupNext(momentIn(backup.nextAt))}</div>
    </>
  );
}

function Copies({ copies }: { copies: NonNullable<Facts["copies"]> }) {
  return (
    <>
      <code>{copies.address}</code>
      <div>
        {copies.newestAt === null ? words.appliance.copiesYet : words.appliance.copyNewest(momentIn(copies.newestAt))}
      </div>
      {copies.problem !== null && (
        <div class="bad">
          {words.appliance.backupFailed} {copies.problem}
        </div>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
