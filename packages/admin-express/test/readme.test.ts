import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type DocumentObject, operationsIn } from "./support/document.ts";
import { failingPorts } from "./support/fake-ports.ts";
import { serve } from "./support/served.ts";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

describe("OPERATIONS.md", () => {
  it("lists every operation with what it does", async () => {
    const api = await serve(failingPorts(new Error("not asked")));
    const document = (await api.send("GET", "/openapi.json")).json as DocumentObject;
    const expected = operationsIn(document).map(({ method, path, operation }) => {
      const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
      return `| \`${method} ${route}\` | ${operation.summary} |`;
    });
    const table =
      /<!-- operations -->\n([\s\S]*)<!-- \/operations -->/.exec(read("OPERATIONS.md"))?.[1] ?? "";
    const rows = table.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });
});

describe("the README", () => {
  it("lists every option", () => {
    const readme = read("README.md");
    const source = read("src/admin-express.ts");
    const options = /interface AdminOptions \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? "";
    const names = [...options.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !readme.includes(`\n| \`${name}\` |`))).toEqual([]);
  });
});
