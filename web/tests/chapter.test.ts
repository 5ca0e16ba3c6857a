import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { chapter } from "../src/model/chapter";

const OPENS = {
  "/": "start/",
  "/projects/1": "tutorial/",
  "/projects/1?tab=suites": "suites/",
  "/projects/1?tab=alerts&x=1": "triage/#alerts",
  "/projects/1/studio": "studio/",
  "/procedures/1?tab=doubt": "doubt/",
  "/runs/1": "triage/",
  "/settings/keys": "sharing/#give-access-to-a-pipeline",
  "/settings/plan": "settings/",
  "/elsewhere": "start/",
};

test("every page of the dashboard opens a chapter that is there", () => {
  for (const [address, page] of Object.entries(OPENS)) {
    assert.equal(chapter(address), `/docs/${page}`);
    assert.ok(existsSync(`../docs/${page.replace(/\/(#.*)?$/, "")}.md`), page);
  }
});
