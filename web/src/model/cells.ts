/** Rows pasted from a spreadsheet or typed as CSV, and rows as CSV. Pure. */

export type Cells = { columns: string[]; rows: string[][] };
export type Misread = { line: number; cells: number } | { unnamed: true } | { repeated: string };

/** The first line names the columns. A tab anywhere in it means that tabs part the cells, else commas do. */
export function readCells(text: string): Cells | Misread {
  const lines = parted(text, text.split("\n", 1)[0]?.includes("\t") ? "\t" : ",");
  const [head, ...rows] = lines;
  const columns = (head?.cells ?? []).map((cell) => cell.trim());
  if (columns.length === 0 || columns.includes("")) return { unnamed: true };
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) return { repeated };
  const ragged = rows.find(({ cells }) => cells.length !== columns.length);
  if (ragged) return { line: ragged.line, cells: ragged.cells.length };
  return { columns, rows: rows.map(({ cells }) => cells) };
}

/** As RFC 4180 has it. */
export function asCsv({ columns, rows }: Cells): string {
  return [columns, ...rows].map((cells) => cells.map(quoted).join(",")).join("\n");
}

function quoted(cell: string): string {
  return /[",\n\r\t]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}

type Line = { line: number; cells: string[] };

/** Cells in quotes may hold line breaks and what parts cells; empty lines are none. */
function parted(text: string, by: string): Line[] {
  const lines: Line[] = [];
  let [cells, cell, quote, line, begun]: [string[], string, boolean, number, number] = [[], "", false, 1, 1];
  const close = () => {
    if (cells.length > 0 || cell !== "") lines.push({ line: begun, cells: [...cells, cell] });
    [cells, cell, begun] = [[], "", line + 1];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quote) {
      if (sign === '"' && text[at + 1] === '"') cell += text[++at];
      else if (sign === '"') quote = false;
      else cell += sign;
    } else if (sign === '"' && cell === "") quote = true;
    else if (sign === by) {
      cells.push(cell);
      cell = "";
    } else if (sign === "\n") close();
    else if (sign !== "\r") cell += sign;
    if (sign === "\n") line += 1;
  }
  close();
  return lines;
}
