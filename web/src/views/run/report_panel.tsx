/** The report as the appliance wrote it. Markdown becomes HTML without letting any HTML through. */
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { useMemo } from "preact/hooks";
import type { RunDetail } from "../../channel/api";
import { words } from "../../words";
import { AcceptAll, type Accepting } from "./accepting";

/** One level down: the page has a heading of its own. */
function demoted(html: string): string {
  return html.replace(/<(\/?)h([1-5])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`);
}

export function Report({ run, accepting }: { run: RunDetail; accepting: Accepting }) {
  const html = useMemo(
    () => demoted(micromark(run.reportMarkdown ?? "", { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })),
    [run.reportMarkdown],
  );
  // micromark escapes all HTML and refuses dangerous addresses
  const article = <article class="report" dangerouslySetInnerHTML={{ __html: html }} />;
  if (accepting.accept === null || accepting.open.length === 0) return article;
  return (
    <>
      <div class="to-accept">
        <span>{words.panel.toAccept(accepting.open.length)}</span>
        <AcceptAll accepting={accepting} />
      </div>
      {article}
    </>
  );
}
