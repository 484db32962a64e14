import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { drawPlan, runPlan } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../../..");
const program = join(import.meta.dirname, "../../simulator/programs/hashes.ts");
const last = 30;

/** The hashes of seeds 1 to `last` under another Node. */
function hashesOf(node: string, major: number): readonly string[] {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" });
  expect(version).toMatch(new RegExp(`^v${major}\\.`));
  const values = ["--conditions=@parley/source", program, "1", String(last)];
  return execFileSync(node, values, { encoding: "utf8" }).trim().split("\n");
}

describe("a seed", () => {
  it("gives the same trace twice, and another seed gives another", async () => {
    const hashes: string[] = [];
    for (const seed of [7, 7, 8]) hashes.push((await runPlan(drawPlan(seed))).hash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it("gives the same trace on Node 22 and on Node 26", { timeout: 120_000 }, () => {
    const newer = hashesOf(join(root, "node_modules/.bin/node"), 26);
    const older = hashesOf(join(root, "tools/node-22/node_modules/.bin/node"), 22);
    expect(newer).toHaveLength(last);
    expect(older).toEqual(newer);
  });

  it("gives the same trace when its faults are told instead of drawn", async () => {
    const plan = drawPlan(43);
    const drawn = await runPlan(plan);
    const told = await runPlan({ ...plan, drawn: false, fates: drawn.faults });
    expect(Object.keys(drawn.faults).length).toBeGreaterThan(0);
    expect(told.hash).toBe(drawn.hash);
  });
});
