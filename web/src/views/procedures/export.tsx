/** A procedure as a Playwright test, to read, copy or take away. */
import { api, type ExportFormat, type Procedure } from "../../channel/api";
import { words } from "../../words";
import { copy } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { Scroll } from "../parts/parts";
import { useQuery } from "../parts/query";
import { take } from "../parts/take";
import "../run/panels.css";

const FILES: Record<ExportFormat, string> = {
  "playwright-ts": "test.spec.ts",
  "playwright-python": "test_procedure.py",
};
const FORMATS = Object.keys(FILES) as ExportFormat[];

export function Export({ procedure }: { procedure: Procedure }) {
  const { query, href } = useQuery();
  const format = FORMATS.find((each) => each === query.format) ?? "playwright-ts";
  const loaded = useLoaded(`${procedure.id} ${format}`, () => api.exported(procedure.id, format));
  return (
    <section class="card">
      <div class="card-head">
        <nav class="segments" aria-label={words.procedure.format}>
          {FORMATS.map((each) => (
            <a key={each} href={href({ format: each })} aria-current={each === format ? "true" : undefined}>
              {words.procedure.formats[each]}
            </a>
          ))}
        </nav>
        <span class="push form-row">
          <button
            type="button"
            class="button small"
            disabled={loaded.value === null}
            onClick={() => void copy(loaded.value ?? "", words.procedure.copied)}
          >
            <Icon name="copy" />
            {words.act.copy}
          </button>
          <button
            type="button"
            class="button small"
            disabled={loaded.value === null}
            onClick={() => take(FILES[format], new Blob([loaded.value ?? ""], { type: "text/plain" }))}
          >
            <Icon name="down" />
            {words.act.download}
          </button>
        </span>
      </div>
      <Show of={loaded}>
        {(text) => (
          <Scroll kind="scroll-x" label={words.procedure.formats[format]}>
            <pre class="raw">{text}</pre>
          </Scroll>
        )}
      </Show>
    </section>
  );
}
