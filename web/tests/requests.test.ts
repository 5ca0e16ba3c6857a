import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../src/channel/api";
import { fitting, noteworthyFirst } from "../src/model/requests";

const made = (id: number, method: string, path: string, more: Partial<Exchange> = {}): Exchange => ({
  id,
  method,
  url: `https://shop.example${path}`,
  resourceType: "fetch",
  startedAtMs: id,
  stepIndex: 0,
  status: 200,
  durationMs: 20,
  failure: null,
  replaced: "",
  size: 10,
  failed: false,
  initiator: "",
  ...more,
});

const REQUESTS = [
  made(1, "GET", "/", { resourceType: "document" }),
  made(2, "GET", "/app.js", { resourceType: "script" }),
  made(3, "POST", "/cart", { stepIndex: 2, status: 201 }),
  made(4, "GET", "/slow.png", { resourceType: "image", durationMs: 2500 }),
  made(5, "GET", "/gone", { stepIndex: 2, status: 404, failed: true }),
];
const ids = (found: Exchange[]): number[] => found.map((each) => each.id);
const ALL = { step: null, kind: undefined, problems: false, search: "" };

test("every word of a search has to be in a request, whatever its order", () => {
  assert.deepEqual(ids(fitting(REQUESTS, { ...ALL, search: "POST /cart 201" })), [3]);
  assert.deepEqual(ids(fitting(REQUESTS, { ...ALL, search: "201 post" })), [3]);
  assert.deepEqual(ids(fitting(REQUESTS, { ...ALL, search: "post /gone" })), []);
});

test("step, kind and problems narrow it", () => {
  assert.deepEqual(ids(fitting(REQUESTS, { ...ALL, step: 2 })), [3, 5]);
  assert.deepEqual(ids(fitting(REQUESTS, { ...ALL, kind: "script" })), [2]);
  assert.deepEqual(ids(fitting(REQUESTS, { ...ALL, problems: true })), [5]);
});

test("what failed comes first, then what changes something, what was slow, pages and data", () => {
  assert.deepEqual(ids(noteworthyFirst(REQUESTS)), [5, 3, 4, 1, 2]);
});
