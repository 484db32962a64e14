import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type DocumentObject, operationsIn } from "./support/document.ts";
import { failingPorts } from "./support/fake-ports.ts";
import { serve } from "./support/served.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const source = readFileSync(new URL("../src/admin-express.ts", import.meta.url), "utf8");

describe("the README", () => {
  it("lists every operation with what it does", async () => {
    const api = await serve(failingPorts(new Error("not asked")));
    const document = (await api.send("GET", "/openapi.json")).json as DocumentObject;
    const expected = operationsIn(document).map(({ method, path, operation }) => {
      const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
      return `| \`${method} ${route}\` | ${operation.summary} |`;
    });
    const table = /<!-- operations -->\n([\s\S]*)<!-- \/operations -->/.exec(readme)?.[1] ?? "";
    const rows = table.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });

  it("lists every option", () => {
    const options = /interface AdminOptions \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? "";
    const names = [...options.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !readme.includes(`\n| \`${name}\` |`))).toEqual([]);
  });
});
