/** Reads the report the appliance writes: its one-sentence reason and what was not understood. Pure. */

export type ReportGap = { text: string; reason: string; nearest: string[] };
export type Report = { headline: string; reasons: string[]; gaps: ReportGap[]; notes: string[]; doubts: string[] };

export function readReport(markdown: string | null): Report {
  const lines = (markdown ?? "").split("\n");
  const start = lines.findIndex((line) => line.startsWith("# "));
  const body = lines.slice(start + 1);
  const intro = body.slice(
    0,
    indexOr(body, (line) => line.startsWith("## ")),
  );
  const headline = intro.find((line) => line.trim() !== "" && !line.startsWith("- ")) ?? "";
  return {
    headline: plain(headline),
    reasons: listed(intro),
    gaps: readGaps(section(lines, "Not understood")),
    notes: listed(section(lines, "Notes")),
    doubts: listed(section(lines, "Confidence")),
  };
}

function listed(lines: string[]): string[] {
  return lines.filter((line) => line.startsWith("- ")).map((line) => plain(line.slice(2)));
}

function readGaps(lines: string[]): ReportGap[] {
  const gaps: ReportGap[] = [];
  for (const line of lines) {
    const clause = /^- “(.*)”: (.*)$/.exec(line);
    const example = /^ {2}- would be understood: (.*)$/.exec(line);
    if (clause) gaps.push({ text: plain(clause[1] ?? ""), reason: plain(clause[2] ?? ""), nearest: [] });
    else if (example) gaps.at(-1)?.nearest.push(plain(example[1] ?? ""));
  }
  return gaps;
}

function section(lines: string[], title: string): string[] {
  const start = lines.indexOf(`## ${title}`);
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  return rest.slice(
    0,
    indexOr(rest, (line) => line.startsWith("## ")),
  );
}

function indexOr(lines: string[], test: (line: string) => boolean): number {
  const found = lines.findIndex(test);
  return found < 0 ? lines.length : found;
}

/** Without the backslashes by which the report keeps page text from being Markdown. */
function plain(text: string): string {
  return text.replace(/\\([\\`*_[\]<>|#])/g, "$1").trim();
}
