import assert from "node:assert/strict";
import { test } from "node:test";
import { asCsv, readCells } from "../src/model/cells";

test("lines that are no table are told", () => {
  assert.deepEqual(readCells("item,\n1,2"), { unnamed: true });
  assert.deepEqual(readCells("a,a\n1,2"), { repeated: "a" });
  assert.deepEqual(readCells("a,b\n1,2\n\n3"), { line: 4, cells: 1 });
  assert.deepEqual(readCells('a,b\n"1\n2",3\n4'), { line: 4, cells: 1 });
});

test("what is pasted from a spreadsheet is parted by tabs", () => {
  assert.deepEqual(readCells("item\tprice\r\nDesk, oak\t39,90\r\n"), {
    columns: ["item", "price"],
    rows: [["Desk, oak", "39,90"]],
  });
});

test("what is written as CSV is read as it was", () => {
  const cells = { columns: ["a", "b"], rows: [['say "x"', "1,2"], ["two\nlines", " "], ["", "é"]] };
  assert.deepEqual(readCells(asCsv(cells)), cells);
});
