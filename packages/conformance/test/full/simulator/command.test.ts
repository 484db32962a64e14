import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const main = resolve(import.meta.dirname, "../../../src/simulator/main.ts");
const forgetful = join(import.meta.dirname, "../../simulator/programs/forgetful-stores.ts");
const directory = mkdtempSync(join(tmpdir(), "parley-seeds-"));

function simulate(...values: string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--conditions=@parley/source", main, ...values],
    { encoding: "utf8" },
  );
  return { lines: stdout.trim().split("\n"), stderr, status };
}

afterAll(() => rmSync(directory, { recursive: true }));

describe("the command line", { timeout: 120_000 }, () => {
  it("ends with the summary, and with 0 when every promise was kept", () => {
    const { lines, status } = simulate("--seeds", "20", "--workers", "1");
    expect(lines.at(-1)).toMatch(/^20 seeds, [1-9]\d* deliveries, \d+ crashes, 0 violations$/);
    expect(status).toBe(0);
  });

  it("names the promise, the line that replays it and a smaller plan, and ends with 1", () => {
    const values = ["--stores", forgetful, "--keep", directory, "--workers", "1"];
    const { lines, status } = simulate("--seeds", "10", ...values);
    const line = lines.find((text) => text.startsWith("failed: ")) ?? "";
    expect(line).toMatch(/^failed: npm run simulate -- --seed \d+ --stores /);
    const replay = line.split(" -- ")[1]?.split(" ") ?? [];
    expect(simulate(...replay, "--keep", directory).status).toBe(1);
    expect(lines.join("\n")).toContain("Once all faults are off, every lane empties.");
    expect(lines.at(-1)).toMatch(/^10 seeds, \d+ deliveries, \d+ crashes, [1-9]\d* violations$/);
    expect(status).toBe(1);
    const [plan = ""] = readdirSync(directory);
    expect(existsSync(join(directory, plan))).toBe(true);
    expect(simulate("--plan", join(directory, plan), ...values).status).toBe(1);
    expect(simulate("--plan", join(directory, plan)).status).toBe(0);
  });

  it("says what is wrong with an argument", () => {
    const { stderr, status } = simulate("--seeds", "many");
    expect(stderr).toContain("--seeds takes a whole number of at least 1, not many");
    expect(stderr).toContain("--workers N");
    expect(status).toBe(2);
  });

  it.each(["--seeds", "--minutes", "--workers"])(
    "refuses %s 0, which would check nothing",
    (name) => {
      const { lines, stderr, status } = simulate("--seeds", "1", name, "0");
      expect(stderr).toContain(`${name} takes a whole number of at least 1, not 0`);
      expect([lines, status]).toEqual([[""], 2]);
    },
  );

  it("says where stores broke, without the usage", () => {
    const broken = join(directory, "broken-stores.mjs");
    writeFileSync(
      broken,
      'export const freshStores = async () => { throw new Error("no disk"); };',
    );
    const { stderr, status } = simulate("--seeds", "1", "--workers", "1", "--stores", broken);
    expect(stderr).toContain("no disk");
    expect(stderr).toContain("broken-stores.mjs:1");
    expect(stderr).not.toContain("--workers N");
    expect(status).toBe(1);
  });
});
