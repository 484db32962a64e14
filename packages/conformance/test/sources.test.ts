import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "../src/sources.ts";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The anchor that a heading gets where Markdown is shown. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}\s-]/gu, "");
  return words.trim().replaceAll(" ", "-");
}

function anchorsOf(path: string): readonly string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

describe("where a suite's failures point to", () => {
  it.each(Object.values(sources))("%s is there", (source) => {
    const [path = "", anchor] = source.split("#");
    const anchors = anchorsOf(path);
    expect(anchors.length).toBeGreaterThan(0);
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  });

  it("stands in one table, and every suite takes it from there", () => {
    const files = globSync("packages/conformance/src/**/*.ts", { cwd: root });
    const naming = files.filter((path) =>
      /docs\/(ports|rulings|write-an-agent-backend)\.md/.test(read(path)),
    );
    expect(naming).toEqual(["packages/conformance/src/sources.ts"]);
    const suites = files.filter((path) => path.endsWith("-suite.ts"));
    expect(suites.length).toBeGreaterThan(7);
    for (const path of suites)
      expect(read(path)).toMatch(/citeRules\([a-z]+, sources\.[a-zA-Z]+\)/);
  });

  it("names rulings and sections that exist", () => {
    const files = globSync("packages/conformance/src/**/*.ts", { cwd: root });
    const text = files.map(read).join("\n");
    const named = [...text.matchAll(/\brulings? (\d+)/g)].map(([, number]) => Number(number));
    const rulings = read("docs/rulings.md");
    for (const number of new Set(named)) expect(rulings).toMatch(new RegExp(`^${number}\\. `, "m"));
    const sections = [...text.matchAll(/§(\d+(?:\.\d)?)/g)].map(([, section]) => section);
    const spec = read("docs/spec.md");
    for (const section of new Set(sections)) {
      expect(spec).toMatch(new RegExp(`^#+ ${section}[. ]`, "m"));
    }
    expect(named.length * sections.length).toBeGreaterThan(10);
  });
});
