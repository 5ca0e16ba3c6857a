/** The report as the appliance wrote it. Markdown becomes HTML without letting any HTML through. */
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { useMemo } from "preact/hooks";
import type { RunDetail } from "../../channel/api";

export function Report({ run }: { run: RunDetail }) {
  const html = useMemo(
    () => micromark(run.reportMarkdown ?? "", { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] }),
    [run.reportMarkdown],
  );
  // micromark escapes all HTML and refuses dangerous addresses
  return <article class="report" dangerouslySetInnerHTML={{ __html: html }} />;
}
