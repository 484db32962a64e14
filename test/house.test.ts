import { globSync, readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { testsOf } from "../vitest.config.ts";

const root = resolve(import.meta.dirname, "..");
/** Adapters, and the name under which each opens its front door. */
const frontDoors = {
  "admin-express": "adminExpress",
  "agent-console": "agentConsole",
  "agent-http": "agentHttp",
  "agent-kit": "agentApi",
  "agent-router": "agentRouter",
  "ingress-express": "ingressExpress",
  "ingress-node": "ingressNode",
  "media-directory": "mediaDirectory",
  "platform-node": "platformNode",
  "store-postgres": "storePostgres",
  "store-sqlite": "storeSqlite",
  telemetry: "telemetry",
  "transport-undici": "transportUndici",
} as const;
const notAdapters = ["cli", "client", "conformance", "core", "create-agent-backend"];
const lineLimit = 250;
const folderLimit = 20;

interface TestProject {
  readonly test: { readonly name: string; readonly include: readonly string[] };
}

function sources(): string[] {
  return globSync(
    "{packages/*/{src,page,test},examples/*/{src,test},benchmarks,tools,scripts,harness,test}/**/*.{ts,tsx}",
    {
      cwd: root,
      exclude: (path) => path.includes("node_modules") || path.includes("dist"),
    },
  );
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

describe("the house", () => {
  it("lists every package as an adapter, or as core, suites, client or command line", () => {
    const packages = readdirSync(join(root, "packages")).toSorted();
    expect(packages).toEqual([...Object.keys(frontDoors), ...notAdapters].toSorted());
  });

  for (const [name, door] of Object.entries(frontDoors)) {
    it(`${name} opens the front door ${door}`, async () => {
      const exported = (await import(join(root, "packages", name, "src/index.ts"))) as Record<
        string,
        unknown
      >;
      expect(exported[door]).toBeTypeOf("function");
      expect(exported["default"]).toBeUndefined();
    });
  }

  it("gives a test file a process of its own when it replaces modules, or runs the simulator", () => {
    const isAlone = (path: string) =>
      path.startsWith("packages/conformance/test/simulator/") ||
      /^\s*vi\.(do)?[mM]ock\(/m.test(read(path));
    const expected = sources().filter((path) => path.endsWith(".test.ts") && isAlone(path));
    const projects = (testsOf("every").test?.projects ?? []) as readonly TestProject[];
    const alone = projects.find(({ test }) => test.name === "alone")?.test.include ?? [];
    expect(expected.length).toBeGreaterThan(0);
    expect([...alone].toSorted()).toEqual(expected.toSorted());
  });

  it("has no enum or other syntax that Node cannot run as written", () => {
    const runs = (text: string) => {
      try {
        stripTypeScriptTypes(text);
        return true;
      } catch {
        return false;
      }
    };
    const faulty = sources().filter((path) => path.endsWith(".ts") && !runs(read(path)));
    expect(faulty).toEqual([]);
    expect(runs("enum B { C }")).toBe(false);
  });

  it("has no decorator; formatted code has each at the start of a line", () => {
    const decorator = /^\s*@[A-Za-z]/m;
    expect(sources().filter((path) => decorator.test(read(path)))).toEqual([]);
    expect(decorator.test("class A {\n  @sealed b = 1;\n}")).toBe(true);
  });

  it("index files only re-export, by name", () => {
    const indexes = globSync("packages/*/src/**/index.ts", { cwd: root });
    expect(indexes.length).toBeGreaterThan(7);
    const faulty = indexes.filter(
      (path) =>
        read(path)
          .replaceAll(/export (type )?\{[^}]*\} from "[^"]+";/g, "")
          .trim() !== "",
    );
    expect(faulty).toEqual([]);
  });

  it(`has at most ${folderLimit} source files beside each other in a folder`, () => {
    const counts = new Map<string, number>();
    for (const path of sources()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > folderLimit)).toEqual([]);
    expect(counts.size).toBeGreaterThan(100);
  });

  it(`names in docs/long-files.md every file over ${lineLimit} lines, at most 3`, () => {
    const long = sources().filter((path) => read(path).split("\n").length > lineLimit + 1);
    const listed = [...read("docs/long-files.md").matchAll(/^\| `([^`]+)` \|/gm)].map(
      ([, path]) => path,
    );
    expect(listed.toSorted()).toEqual(long.toSorted());
    expect(listed.length).toBeLessThanOrEqual(3);
  });
});
