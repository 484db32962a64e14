import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const directories: string[] = [];

/** Lints `files` (path → text) under our own configuration and gives the rules that were broken. */
function lint(files: Readonly<Record<string, string>>): string[] {
  const directory = mkdtempSync(join(tmpdir(), "parley-lint-"));
  directories.push(directory);
  cpSync(join(root, ".oxlintrc.json"), join(directory, ".oxlintrc.json"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const { stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), ["-f", "json"], {
    cwd: directory,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

describe("lint proves the house rules", () => {
  const clean = "export const answer = 42;\n";

  it("and finds nothing in a clean file", () => {
    expect(lint({ "packages/core/src/a.ts": clean })).toEqual([]);
  });

  for (const source of [
    "Date.now()",
    "new Date()",
    "performance.now()",
    "setTimeout(() => {}, 1)",
    "queueMicrotask(() => {})",
    "fetch('x')",
    "process.pid",
    "crypto.randomUUID()",
    "globalThis.x",
  ]) {
    it(`core has no platform clock, timer or random source: ${source}`, () => {
      expect(lint({ "packages/core/src/a.ts": `export const a = ${source};\n` })).toContain(
        "eslint(no-restricted-globals)",
      );
    });
  }

  it("core does not call Math.random", () => {
    expect(lint({ "packages/core/src/a.ts": "export const a = Math.random();\n" })).toContain(
      "eslint(no-restricted-properties)",
    );
  });

  for (const [path, from] of [
    ["packages/core/src/a.ts", "node:fs"],
    ["packages/core/src/a.ts", "@parley/store-sqlite"],
    ["packages/store-sqlite/src/a.ts", "@parley/ingress-express"],
    ["packages/ingress-express/src/a.ts", "@parley/store-sqlite"],
    ["packages/ingress-node/src/a.ts", "@parley/ingress-express"],
    ["packages/agent-console/page/a.tsx", "@parley/store-sqlite"],
    ["packages/transport-undici/src/a.ts", "../../core/src/index.ts"],
    ["packages/transport-undici/src/a.ts", "@parley/agent-kit"],
    ["packages/agent-kit/src/a.ts", "@parley/transport-undici"],
    ["packages/agent-kit/src/a.ts", "@parley/core/src/errors.ts"],
    ["packages/agent-http/src/a.ts", "@parley/agent-console"],
    ["packages/agent-http/src/a.ts", "@parley/agent-kit/src/index.ts"],
    ["packages/agent-http/src/a.ts", "@parley/core/dist/errors.js"],
    ["packages/agent-router/src/a.ts", "@parley/conformance"],
    ["packages/agent-console/src/a.ts", "../../core/src/index.ts"],
  ] as const) {
    it(`${path} may not import ${from}`, () => {
      const text = `export { a } from "${from}";\n`;
      expect(lint({ [path]: text })).toContain("eslint(no-restricted-imports)");
    });
  }

  it("an adapter may import the core", () => {
    const text = 'export { a } from "@parley/core";\n';
    expect(lint({ "packages/store-sqlite/src/a.ts": text })).toEqual([]);
  });

  for (const from of ["@parley/core", "@parley/core/text", "@parley/agent-kit"])
    it(`an agent app may import ${from}`, () => {
      const text = `export { a } from "${from}";\n`;
      expect(lint({ "packages/agent-http/src/a.ts": text })).toEqual([]);
    });

  it("the Express adapter may import the one below it", () => {
    const text = 'export { a } from "@parley/ingress-node";\n';
    expect(lint({ "packages/ingress-express/src/a.ts": text })).toEqual([]);
  });

  it("imports make no circle", () => {
    const files = {
      "packages/core/src/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
      "packages/core/src/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
    };
    expect(lint(files)).toContain("import(no-cycle)");
  });

  it("imports of types make no circle", () => {
    const typeOf = (name: string, other: string) =>
      `import type { ${other} } from "./${other.toLowerCase()}.ts";\nexport type ${name} = readonly ${other}[] | null;\n`;
    const files = {
      "packages/core/src/a.ts": typeOf("A", "B"),
      "packages/core/src/b.ts": typeOf("B", "A"),
    };
    expect(lint(files)).toContain("import(no-cycle)");
  });

  it("no type is any", () => {
    expect(lint({ "packages/core/src/a.ts": "export const a: any = 1;\n" })).toContain(
      "typescript(no-explicit-any)",
    );
  });
});
