/** Every request the pages made: found by its words, the noteworthy first, each with its headers. All in the address. */
import { api, type Exchange, type NetworkEvent, type RunDetail, type WholeExchange } from "../../channel/api";
import { bytes, duration } from "../../model/format";
import { type Asked, fitting, KINDS, noteworthyFirst } from "../../model/requests";
import { TERMINAL } from "../../model/run";
import { words } from "../../words";
import { Show, useLoaded } from "../parts/loaded";
import { Choice, State } from "../parts/parts";
import { useQuery } from "../parts/query";
import "./network.css";

const MOST = 200; // lines drawn before somebody asks for all

/** `telling`: what is kept of a run without the list of all its requests. */
export function Network({ run, step, problems }: { run: RunDetail; step: number | null; problems: boolean }) {
  const loaded = useLoaded(`${run.id} ${run.status}`, () => api.requests(run.id));
  const { query } = useQuery();
  return (
    <Show of={loaded} rows={4}>
      {({ requests, kept, leftOut }) => {
        const all = kept ? requests : numbered(run.networkEventsJson ?? []);
        const asked: Asked = { step, problems, kind: query.kind, search: query.find ?? "" };
        return (
          <>
            {all.length > 0 && <Filters />}
            <Found run={run} of={fitting(all, asked)} all={all} whole={kept} withStep={step === null} />
            {leftOut > 0 && <p class="card-body soft">{words.network.leftOut(leftOut)}</p>}
          </>
        );
      }}
    </Show>
  );
}

function numbered(events: NetworkEvent[]): Exchange[] {
  return events.map((event, at) => ({ ...event, id: at + 1, initiator: "" }));
}

function Filters() {
  const { query, put } = useQuery();
  return (
    <div class="network-filters">
      <input
        class="input"
        type="search"
        aria-label={words.network.search}
        placeholder={words.network.search}
        value={query.find ?? ""}
        onInput={(event) => put({ find: event.currentTarget.value })}
      />
      <Choice
        bare
        label={words.panel.type}
        value={query.kind ?? ""}
        onChoose={(kind) => put({ kind })}
        options={[
          { value: "", label: words.network.everyKind },
          ...KINDS.map((value) => ({ value, label: words.network.kinds[value] })),
        ]}
      />
      <Choice
        bare
        label={words.network.order}
        value={query.order ?? ""}
        onChoose={(order) => put({ order })}
        options={[
          { value: "", label: words.network.noteworthy },
          { value: "time", label: words.network.inTime },
        ]}
      />
    </div>
  );
}

type Listed = { run: RunDetail; of: Exchange[]; all: Exchange[]; whole: boolean; withStep: boolean };

function Found({ run, of, all, whole, withStep }: Listed) {
  const { query, href } = useQuery();
  if (of.length === 0) {
    const title = all.length > 0 ? words.network.noMatch : whole ? words.network.none : words.panel.noNetwork;
    return <State icon="globe" title={TERMINAL.has(run.status) ? title : words.network.atTheEnd} />;
  }
  const inOrder = query.order === "time" ? of : noteworthyFirst(of);
  const drawn = query.all === "1" ? inOrder : inOrder.slice(0, MOST);
  return (
    <>
      <p class="network-found faint numeric" role="status">
        {words.network.found(of.length, of.filter((each) => each.failed).length)}
      </p>
      <ul class="exchanges">
        {drawn.map((request) => (
          <li key={request.id}>
            <Line request={request} whole={whole} withStep={withStep} open={query.request === `${request.id}`} />
            {whole && query.request === `${request.id}` && <Detail run={run} request={request} />}
          </li>
        ))}
      </ul>
      {drawn.length < of.length && (
        <p class="card-body">
          <a href={href({ all: "1" })}>{words.network.showAll(of.length)}</a>
        </p>
      )}
    </>
  );
}

function Line({
  request,
  whole,
  withStep,
  open,
}: {
  request: Exchange;
  whole: boolean;
  withStep: boolean;
  open: boolean;
}) {
  const { put } = useQuery();
  const facts = (
    <>
      <span class={request.failed ? "status numeric bad" : "status numeric"}>
        {request.status ?? words.panel.noAnswer}
      </span>
      <span class="method">{request.method}</span>
      <span class="address mono">
        {request.url}
        {request.failure && <span class="bad"> {request.failure}</span>}
      </span>
      <span class="of numeric">
        {withStep && request.stepIndex !== null && <span>{words.run.stepNumber(request.stepIndex + 1)}</span>}
        <span>{request.resourceType}</span>
        {request.size !== null && <span>{bytes(request.size)}</span>}
        {request.durationMs !== null && <span>{duration(request.durationMs)}</span>}
      </span>
    </>
  );
  if (!whole) return <div class="exchange">{facts}</div>;
  return (
    <button
      type="button"
      class="exchange"
      aria-expanded={open}
      onClick={() => put({ request: open ? null : `${request.id}` })}
    >
      {facts}
    </button>
  );
}

function Detail({ run, request }: { run: RunDetail; request: Exchange }) {
  const loaded = useLoaded(`${run.id} ${request.id}`, () => api.request(run.id, request.id));
  return (
    <div class="exchange-detail">
      <Show of={loaded} rows={2}>
        {(whole) => (
          <>
            {whole.initiator && (
              <p>
                <span class="faint">{words.network.initiator}</span> <span class="mono">{whole.initiator}</span>
              </p>
            )}
            <div class="exchange-sides">
              <Side title={words.network.request} headers={whole.requestHeaders} body={whole.sent} />
              <Side title={words.network.answer} headers={whole.responseHeaders} body={whole.answeredWith} />
            </div>
            {!whole.sent && !whole.answeredWith && <p class="soft">{words.network.noBodies}</p>}
          </>
        )}
      </Show>
    </div>
  );
}

type Half = { title: string; headers: string[][]; body: WholeExchange["sent"] };

function Side({ title, headers, body }: Half) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {headers.length === 0 && <p class="soft">{words.network.noHeaders}</p>}
      <dl>
        {headers.map(([name, value], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {body && (
        <>
          <h4>{words.network.body(bytes(body.size), body.contentType)}</h4>
          {body.text == null ? <p class="soft">{words.network.noText}</p> : <pre>{body.text}</pre>}
          {body.cut && <p class="soft">{words.network.cut}</p>}
        </>
      )}
    </section>
  );
}
