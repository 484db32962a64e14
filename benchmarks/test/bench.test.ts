import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bench } from "../src/bench.ts";
import type { Case } from "../src/case.ts";
import { caseThat, fakeCase } from "./support/fake-case.ts";

const directory = mkdtempSync(join(tmpdir(), "parley-bench-test-"));
afterAll(() => rmSync(directory, { recursive: true }));

async function run(line: string, cases: readonly Case[] = []) {
  const tables: string[] = [];
  const faults: string[] = [];
  const outlets = {
    table: (text: string) => void tables.push(text),
    fault: (text: string) => void faults.push(text),
  };
  const code = await bench(line.split(" ").filter(Boolean), cases, outlets);
  return { code, table: tables.join(""), faults };
}

const good = fakeCase({ disk: [590, 390, 380] });
const atTheFloor = fakeCase({ "transport/fetch": [4] });
const tooSlow = fakeCase({ growth: [2.5, 2.1, 1] });

describe("the exit code", () => {
  test("is 0 when every figure is there and no floor is missed, just met included", async () => {
    const { code, faults } = await run("--only disk,transport/fetch", [good, atTheFloor]);
    expect(faults).toEqual([]);
    expect(code).toBe(0);
  });

  test("is 1 when a floor is missed, and a sentence says which and by how much", async () => {
    const { code, faults } = await run("--only disk,growth", [good, tooSlow]);
    expect(faults).toEqual(["growth: 2.1, and must be at most 2"]);
    expect(code).toBe(1);
  });

  test("is 1 when a figure of the run is absent", async () => {
    const { code, faults } = await run("--only disk,growth", [good]);
    expect(faults).toEqual(["growth: was not measured"]);
    expect(code).toBe(1);
  });

  test("is 1 when a case throws; the others run and are told all the same", async () => {
    const wrong = caseThat(["growth"], () => Promise.reject(new Error("1 of 2 received")));
    const { code, faults, table } = await run("--only growth,disk", [wrong, good]);
    expect(faults).toEqual(["fake growth: 1 of 2 received", "growth: was not measured"]);
    expect(table).toContain("| disk");
    expect(code).toBe(1);
  });

  test("is 1 before anything runs when a peer is missing, and the line that installs it is told", async () => {
    const peer = { ...tooSlow, missing: () => ["no redis-server: apt-get install redis-server"] };
    const never = caseThat(["disk"], () => Promise.reject(new Error("it ran")));
    const { code, faults } = await run("--only disk,growth", [never, peer]);
    expect(faults).toEqual(["no redis-server: apt-get install redis-server"]);
    expect(code).toBe(1);
  });

  test.each([
    ["--rounds 0", `--rounds must be a whole number from 1, not "0"`],
    ["--rounds many", `--rounds must be a whole number from 1, not "many"`],
    ["--only disk,discs", `--only: no key is called "discs"`],
    ["--fast", "--fast"],
    ["disk", "disk"],
  ])("is 2 for the wrong option %s, in one sentence", async (line, sentence) => {
    const { code, faults, table } = await run(line, [good]);
    expect(faults).toEqual([expect.stringContaining(sentence)]);
    expect(table).toBe("");
    expect(code).toBe(2);
  });
});

test("only cases that give what is asked for are run", async () => {
  const never = caseThat(["growth"], () => Promise.reject(new Error("it ran")));
  expect((await run("--only disk", [good, never])).faults).toEqual([]);
});

test("without options everything is asked for, and a quick run asks for four keys", async () => {
  expect((await run("")).faults.length).toBeGreaterThanOrEqual(20);
  expect((await run("--quick")).faults).toEqual([
    "group-commit/single: was not measured",
    "transport/fetch: was not measured",
    "disk: was not measured",
    "pending-million/restart: was not measured",
  ]);
});

test("a case is told how many rounds, how short, and what is wanted", async () => {
  const told: unknown[] = [];
  const spy = {
    ...good,
    run: (settings: unknown) => (told.push(settings), good.run(settings as never)),
  };
  await run("--only disk --rounds 9 --quick", [spy]);
  expect(told).toEqual([
    expect.objectContaining({ rounds: 9, quick: true, wanted: new Set(["disk"]) }),
  ]);
});

test("the tables show each figure with its floor, goal, spread and verdict, then rows and settings", async () => {
  const { table } = await run("--only disk,growth,transport/fetch", [good, tooSlow, atTheFloor]);
  const lines = table.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`| ${name} |`));
  expect(lineOf("disk")).toMatch(/\| 390 bytes \| 600 \| 400 \| 380 … 590 \| 3 \| goal \|$/);
  expect(lineOf("transport/fetch")).toMatch(/\| 4 \| 4 \| 8 \| 4 … 4 \| 1 \| floor \|$/);
  expect(lineOf("growth")).toMatch(/\| 2\.1 \| 2 \| 1\.3 \| 1 … 2\.5 \| 3 \| MISSED \|$/);
  expect(lines).toContain("| parley | 8,123 | one |");
  expect(lines).toContain("| parley | full sync |");
});

test("--json keeps figures, rows, settings, what failed, and what the machine is but not its name", async () => {
  const file = join(directory, "run.json");
  await run(`--only disk,growth --json ${file}`, [good, tooSlow]);
  const kept = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.keys(kept)).toEqual(["machine", "quick", "keys", "rows", "settings", "failures"]);
  expect(kept.quick).toBe(false);
  expect(Object.keys(kept.keys)).toEqual(["disk", "growth"]);
  expect(kept.keys.disk).toMatchObject({
    value: 390,
    unit: "bytes",
    bound: "at most",
    floor: 600,
    goal: 400,
    rounds: 3,
    spread: { min: 380, max: 590 },
    verdict: "goal",
    values: [590, 390, 380],
  });
  expect(kept.failures).toEqual(["growth: 2.1, and must be at most 2"]);
  expect(kept.rows).toHaveLength(2);
  expect(Object.keys(kept.machine).toSorted()).toEqual([
    "architecture",
    "cores",
    "kernel",
    "memoryBytes",
    "node",
    "processor",
  ]);
});

test("--plots draws the figures, and the rates of every table", async () => {
  const plots = join(directory, "plots");
  await run(`--only disk --plots ${plots}`, [good]);
  expect(readdirSync(plots).toSorted()).toEqual(["fakes-rates.svg", "keys.svg"]);
  expect(readFileSync(join(plots, "keys.svg"), "utf8")).toContain(
    "390 bytes (at most 600, goal 400)",
  );
});
