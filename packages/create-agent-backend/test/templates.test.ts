import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Each template is whole, so that it is compiled, linted and tested where it lies. What both have is held the same here.
const read = (path: string) =>
  readFileSync(new URL(`../templates/${path}`, import.meta.url), "utf8");

const sameFiles = [
  "src/index.ts",
  "test/fake-server.ts",
  "test/check.ts",
  "test/open-erasure.ts",
  "test/suite.test.ts",
];
/** Methods, types and constants, each by how it starts. */
const sameParts = {
  "src/plugin.ts": [
    "availability:",
    "receive:",
    "report:",
    "erased:",
    "async #remember(",
    "async #put(",
    "async #sendNew(",
    "async #send(",
    "const keyOf",
    "const pathOf",
  ],
  "test/fake-app.ts": [
    "interface Conversation",
    "interface Reply",
    "messages(",
    "reports(",
    "#after(",
    "#erase(",
    "#open(",
  ],
};

/** The lines between two empty ones, one of which starts so. */
function partOf(path: string, start: string): string {
  const parts = read(path).split("\n\n");
  const found = parts.filter((part) =>
    part.split("\n").some((line) => line.trim().startsWith(start)),
  );
  expect(found, `${path}: ${start}`).toHaveLength(1);
  return found.join();
}

it.each(sameFiles)("templates have the same %s, so that a fault is mended in both", (path) => {
  expect(read(`polling/${path}`)).toBe(read(`http/${path}`));
});

it.each(Object.entries(sameParts))("templates have the same parts in %s", (path, starts) => {
  for (const start of starts)
    expect(partOf(`polling/${path}`, start)).toBe(partOf(`http/${path}`, start));
});
