import { describe, expect, test } from "vitest";
import { bench } from "../src/bench.ts";
import type { Case } from "../src/case.ts";
import { caseThat, fakeCase } from "./support/fake-case.ts";

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
const tooSlow = fakeCase({ growth: [2.5, 2.1, 2.2] });
const unsure = fakeCase({ growth: [2.5, 2.1, 1] });

describe("the exit code", () => {
  test("is 0 when every figure is there and no floor is missed, just met included", async () => {
    const { code, faults } = await run("--only disk,transport/fetch", [good, atTheFloor]);
    expect(faults).toEqual([]);
    expect(code).toBe(0);
  });

  test("is 1 when every round misses a floor, and a sentence says which and by how much", async () => {
    const { code, faults } = await run("--only disk,growth", [good, tooSlow]);
    expect(faults).toEqual(["growth: 2.2, and must be at most 2"]);
    expect(code).toBe(1);
  });

  test("is 0 when the median misses a floor that some round holds: that is within the spread", async () => {
    const { code, faults, table } = await run("--only growth", [unsure]);
    expect(faults).toEqual([]);
    expect(table).toContain("unsure");
    expect(code).toBe(0);
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
    ["--flags=--no-opt", "--flags needs --against PATH"],
    ["--against . --only disk", `--only: no flow is called "disk"`],
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

test("without options everything is asked for", async () => {
  expect((await run("")).faults.length).toBeGreaterThanOrEqual(20);
});

describe("a smoke run", () => {
  test("tells that a case works, and not how fast: a missed floor is none", async () => {
    const { code, table } = await run("--smoke --only growth", [tooSlow]);
    expect(table).toBe("growth: works\n");
    expect(code).toBe(0);
  });

  test("fails when a figure is absent, or is no number above 0", async () => {
    const zero = fakeCase({ disk: [0] });
    const { code, faults } = await run("--smoke --only disk,growth", [zero]);
    expect(faults).toEqual(["growth: was not measured", "disk: 0 bytes is no plausible figure"]);
    expect(code).toBe(1);
  });

  test("leaves out a case whose peer is missing, and says so", async () => {
    const peer = { ...tooSlow, missing: () => ["no redis-server: apt-get install redis-server"] };
    const { code, table } = await run("--smoke --only disk,growth", [good, peer]);
    expect(table).toBe(
      "*** NOT TRIED: no redis-server: apt-get install redis-server\ndisk: works\n",
    );
    expect(code).toBe(0);
  });
});

test("a comparison with a checkout that is not built is told in one sentence", async () => {
  const { code, faults } = await run("--against /nowhere --smoke --only parley-in");
  expect(faults).toEqual([expect.stringMatching(/^\/nowhere\/benchmarks\/.* is missing: build/)]);
  expect(code).toBe(1);
});

test("a case is told how many rounds, whether it is a smoke run, and what is wanted", async () => {
  const told: unknown[] = [];
  const spy = {
    ...good,
    run: (settings: unknown) => (told.push(settings), good.run(settings as never)),
  };
  await run("--only disk --rounds 9", [spy]);
  await run("--only disk --rounds 9 --smoke", [spy]);
  expect(told).toEqual([
    { rounds: 9, smoke: false, wanted: new Set(["disk"]) },
    { rounds: 1, smoke: true, wanted: new Set(["disk"]) },
  ]);
});

test("the tables show each figure with its floor, goal, spread and verdict, then rows and settings", async () => {
  const { table } = await run("--only disk,growth,transport/fetch", [good, tooSlow, atTheFloor]);
  const lines = table.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`| ${name} |`));
  expect(lineOf("disk")).toMatch(/\| 390 bytes \| 600 \| 400 \| 380 … 590 \| 3 \| goal \|$/);
  expect(lineOf("transport/fetch")).toMatch(/\| 4 \| 4 \| 8 \| 4 … 4 \| 1 \| floor \|$/);
  expect(lineOf("growth")).toMatch(/\| 2\.2 \| 2 \| 1\.3 \| 2\.1 … 2\.5 \| 3 \| MISSED \|$/);
  expect(lines).toContain("| parley | 8,123 | one |");
  expect(lines).toContain("| parley | full sync |");
});
