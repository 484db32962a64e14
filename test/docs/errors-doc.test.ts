import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { refusals } from "@parley/core";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/errors.md"), "utf8");
const code = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));

describe("docs/errors.md", () => {
  it("lists every refusal with its number, status, condition and outcome, and no other", () => {
    const table = /<!-- refusals -->\n([\s\S]*)<!-- \/refusals -->/.exec(page)?.[1];
    const rows = Object.values(refusals).map(
      (row) => `| ${row.code} | ${row.httpStatus} | ${row.when} | ${row.outcome} |\n`,
    );
    const head = "| code | status | when | what happened |\n|---|---|---|---|\n";
    expect(table).toBe(`\n${head}${rows.join("")}\n`);
  });

  it("lists every reason for which a delivery fails", () => {
    const [source = ""] = code("packages/core/src/model/delivery.ts");
    const union = /type FailureReason =([\s\S]*?);/.exec(source)?.[1] ?? "";
    const reasons = [...union.matchAll(/\| "([a-z-]+)"/g)].map(([, reason]) => reason);
    expect(reasons.length).toBeGreaterThan(8);
    expect(reasons.filter((reason) => !page.includes(`\n| \`${reason}\` |`))).toEqual([]);
  });

  it("lists every code that a ParleyError is made with", () => {
    const codes = code("packages/*/src/**/*.ts").flatMap((source) =>
      [...source.matchAll(/new ParleyError\(\s*"([a-z-]+)"/g)].map(([, name]) => name ?? ""),
    );
    expect(codes.length).toBeGreaterThan(8);
    expect(codes.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
