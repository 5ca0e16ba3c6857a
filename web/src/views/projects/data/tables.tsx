/** Tables of test data: pasted from a spreadsheet or typed, shown as they are read, taken away as CSV. */
import { api, type DataTable } from "../../../channel/api";
import { asCsv, type Cells, type Misread, readCells } from "../../../model/cells";
import { mayChange } from "../../../model/session";
import { Refusal } from "../../../transport/http";
import { words } from "../../../words";
import { FormDialog, useTexts } from "../../parts/form";
import { Tool, Tools } from "../../parts/listed";
import { useLoaded } from "../../parts/loaded";
import { Managed } from "../../parts/managed";
import { Field, Scroll } from "../../parts/parts";
import { take } from "../../parts/take";
import "./tables.css";

const SHOWN = 8; // rows of a preview

export function Tables({ projectId }: { projectId: string }) {
  const loaded = useLoaded(projectId, () => api.tables(projectId));
  const { title, create, name, columns, count, none, noneText, removeTitle, removeText, download } = words.data.table;
  return (
    <Managed
      title={title}
      may={mayChange()}
      create={create}
      of={loaded}
      columns={[name, columns, count, ""]}
      icon="box"
      none={none}
      noneText={noneText}
      form={(table, close) => <TableForm projectId={projectId} table={table} onClose={close} />}
      removal={(table) => ({
        title: removeTitle(table.name),
        text: removeText,
        work: () => api.removeTable(table.id),
      })}
    >
      {(table, edit, remove) => (
        <tr key={table.id}>
          <td>
            <strong>{table.name}</strong>
          </td>
          <td class="mono clip">{table.columns.map((column) => `{${column}}`).join(" ")}</td>
          <td class="numeric">{table.rows.length}</td>
          <td class="end">
            <Tool icon="down" label={download(table.name)} onClick={() => takeAsCsv(table)} />
            {mayChange() && <Tools name={table.name} edit={edit} remove={remove} />}
          </td>
        </tr>
      )}
    </Managed>
  );
}

function takeAsCsv(table: DataTable): void {
  take(`${table.name}.csv`, new Blob([`${asCsv(table)}\n`], { type: "text/csv" }));
}

function TableForm({ projectId, table, onClose }: { projectId: string; table: DataTable | null; onClose: () => void }) {
  const said = words.data.table;
  const { given, acting, of } = useTexts({ name: table?.name ?? "", cells: table ? asCsv(table) : "" });
  const read = given.cells.trim() === "" ? null : readCells(given.cells);
  const send = async () => {
    if (read === null || !("columns" in read)) throw new Refusal(400, read ? misread(read, given.cells) : said.unnamed);
    const body = { name: given.name.trim(), ...read };
    if (table) await api.changeTable(table.id, body);
    else await api.createTable(projectId, body);
    onClose();
  };
  return (
    <FormDialog
      title={table ? said.edit : said.create}
      action={words.act.save}
      acting={acting}
      fields={["name"]}
      onClose={onClose}
      send={send}
    >
      <Field label={said.name} required maxLength={200} {...of("name")} />
      <Field
        label={said.cells}
        area
        rows={8}
        required
        hint={said.cellsHint}
        placeholder={"item,price\nDesk lamp,39.90"}
        {...of("cells")}
        wrong={read !== null && !("columns" in read) ? misread(read, given.cells) : undefined}
      />
      {read !== null && "columns" in read && read.rows.length > 0 && <Preview cells={read} />}
    </FormDialog>
  );
}

function misread(problem: Misread, text: string): string {
  const said = words.data.table;
  if ("unnamed" in problem) return said.unnamed;
  if ("repeated" in problem) return said.repeated(problem.repeated);
  const first = text.split("\n", 1)[0] ?? "";
  return said.ragged(problem.line, problem.cells, first.split(first.includes("\t") ? "\t" : ",").length);
}

function Preview({ cells }: { cells: Cells }) {
  return (
    <Scroll label={words.data.table.preview} kind="cells">
      <table>
        <thead>
          <tr>
            {cells.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.rows.slice(0, SHOWN).map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {cells.rows.length > SHOWN && <p class="faint numeric">{words.data.table.rows(cells.rows.length)}</p>}
    </Scroll>
  );
}
