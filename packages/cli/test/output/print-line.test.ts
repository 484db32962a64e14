import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { printLine, printNotice } from "../../src/output/print-line.ts";
import { fakeContext } from "../support/fake-context.ts";
import { actingIn, hostile, ugly } from "../support/cases/hostile-words.ts";

const sources = fileURLToPath(new URL("../../src", import.meta.url));

it("a line is one line, and nothing in its parts acts on the terminal", () => {
  const context = fakeContext();
  printLine(context, "a", hostile, { text: ugly("b"), look: "bad" });
  printNotice(context, ugly("c"));
  for (const written of [context.written, context.told]) {
    expect(actingIn(written)).toBe(null);
    expect(written.indexOf("\n")).toBe(written.length - 1);
  }
});

it("a part has its look on a terminal, and a look that there is not is none", () => {
  const context = fakeContext({ columns: 80 });
  printLine(context, { text: "a", look: "bad" }, { text: "b", look: null }, { text: "c" });
  expect(context.written).toBe("\u001b[31ma\u001b[39mbc\n");
});

it("nothing else writes to the streams but help, JSON, and what says that Node is too old", () => {
  const writing = globSync("**/*.ts", { cwd: sources }).filter((path) =>
    /\b(?:std(?:out|err)|stream)\.write\(/.test(readFileSync(join(sources, path), "utf8")),
  );
  expect(writing.toSorted()).toEqual([
    "http/export-stream.ts",
    "main.ts",
    "output/json-output.ts",
    "output/print-line.ts",
    "program.ts",
  ]);
});
