/** What a run asked of a model and what it answered, for those who manage; secrets are masked. */
import { api, type ModelCall, type RunDetail } from "../../channel/api";
import { duration } from "../../model/format";
import { words } from "../../words";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { State } from "../parts/parts";
import "./model_panel.css";

export function ModelCalls({ run }: { run: RunDetail }) {
  const loaded = useLoaded(run.id, () => api.modelCalls(run.id));
  return (
    <Show of={loaded}>
      {({ calls, fileUrl }) =>
        calls.length === 0 ? (
          <State icon="dash" title={words.model.none} />
        ) : (
          <div class="card-body form model-calls">
            <div class="form-row">
              <span class="soft">{words.model.used(calls.length, run.llmTokensUsed, run.llmCostCents)}</span>
              {fileUrl && (
                <a class="button small" href={fileUrl} download="model.json">
                  <Icon name="down" />
                  {words.model.file}
                </a>
              )}
            </div>
            <ol>
              {calls.map((call, nth) => (
                <li key={nth}>
                  <Call call={call} />
                </li>
              ))}
            </ol>
          </div>
        )
      }
    </Show>
  );
}

function Call({ call }: { call: ModelCall }) {
  return (
    <details>
      <summary>
        <strong>{call.purpose}</strong>{" "}
        <span class="faint numeric">
          {call.model} · {words.model.tokens(call.tokensIn, call.tokensOut)} · {duration(call.seconds * 1000)}
        </span>
        {call.error && <span class="bad"> {call.error}</span>}
      </summary>
      {call.messages.map((message, nth) => (
        <Text key={nth} who={words.model.role[message.role ?? ""] ?? ""} text={message.content ?? ""} />
      ))}
      {call.answer !== "" && <Text who={words.model.answer} text={call.answer} />}
    </details>
  );
}

function Text({ who, text }: { who: string; text: string }) {
  return (
    <>
      <h3>{who}</h3>
      <pre>{text}</pre>
    </>
  );
}
