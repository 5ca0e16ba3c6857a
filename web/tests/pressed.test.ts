import assert from "node:assert/strict";
import { test } from "node:test";
import { keyed } from "../src/model/pressed";

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

for (const [pressed, asked] of [
  [{ ...PLAIN, key: "v", ctrlKey: true }, null],
  [{ ...PLAIN, key: "V", ctrlKey: true, shiftKey: true }, null],
  [{ ...PLAIN, key: "v", metaKey: true }, null],
  [{ ...PLAIN, key: "Insert", shiftKey: true }, null],
  [{ ...PLAIN, key: "Shift", shiftKey: true }, null],
  [{ ...PLAIN, key: "Insert" }, { type: "key", key: "Insert" }],
  [{ ...PLAIN, key: "v" }, { type: "text", text: "v" }],
  [{ ...PLAIN, key: " " }, { type: "text", text: " " }],
  [{ ...PLAIN, key: "ArrowLeft", ctrlKey: true, shiftKey: true }, { type: "key", key: "Control+Shift+ArrowLeft" }],
  [{ ...PLAIN, key: "a", metaKey: true }, { type: "key", key: "Control+A" }],
] as const)
  test(`${JSON.stringify(pressed)} on the picture`, () => assert.deepEqual(keyed(pressed), asked));
