import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sampleOf } from "../scripts/contract/sample.ts";
import { type Canary, canary } from "../scripts/canaries/canary.ts";
import { canaries } from "../scripts/canaries/index.ts";
import { cpuSecondsOf } from "../scripts/canaries/measured-run.ts";
import { pageFaults, pageOf } from "../scripts/canaries/table.ts";
import { testSettings } from "../scripts/canaries/checks.ts";
import { tryCanary, unclear } from "../scripts/canaries/trial.ts";
import { read, root } from "../scripts/contract/repository.ts";
import { TestRunner } from "../scripts/contract/run-tests.ts";
import { scratchCopy } from "../scripts/contract/scratch-copy.ts";

const file = "packages/core/src/model/schedule.ts";
const find = "export const attemptLimit = 3;";
const changed = (replace: string): Canary =>
  canary(["gateway suite, memory"], "a-bird", "something", { file, find, replace });
const by = { check: "simulator", broken: "order | of lanes", cpuSeconds: 1.25 } as const;

describe("a trial of a canary", () => {
  const copy = scratchCopy(root);
  const runner = new TestRunner(copy, testSettings);
  const cage = { copy, runner };
  afterAll(() => {
    runner.close();
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  });

  it("says that a harmless edit was missed", async () => {
    expect(await tryCanary(cage, changed(`${find} `))).toBeNull();
  }, 120_000);

  it("says that an edit after which nothing loads was missed: that is no promise broken", async () => {
    expect(await tryCanary(cage, changed("export const attemptLimit = ;"))).toBeNull();
  }, 120_000);

  it("says which promise a wrong edit breaks, and leaves the copy as it was", async () => {
    const caught = await tryCanary(cage, changed("export const attemptLimit = 2;"));
    expect(caught).toMatchObject({ check: "gateway suite, memory" });
    expect(caught?.broken).toContain("redelivery");
    expect(caught?.cpuSeconds).toBeGreaterThan(0);
    expect(read(file)).toBe(read(join(copy, file)));
  }, 120_000);
});

describe("the canaries", () => {
  it("are at least thirty, each with a name of its own and an edit that fits", () => {
    const ids = canaries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(30);
    expect(canaries.flatMap((one) => unclear(one, read))).toEqual([]);
  });

  it("are all on the page about them, and nothing else is", () => {
    expect(pageFaults(read("docs/canaries.md"), canaries)).toEqual([]);
    const page = pageOf([[changed(""), by]]);
    expect(page).toContain("| `a-bird` | something | simulator | order \\| of lanes | 1.3 |");
    expect(pageFaults(page, [changed("")])).toEqual([]);
    expect(pageFaults(page, [])).toEqual(["docs/canaries.md has a-bird, which is none"]);
    expect(pageFaults("", [changed("")])).toEqual(["docs/canaries.md lacks a-bird"]);
  });

  it("are unclear when their edit fits nowhere, or in two places", () => {
    expect(unclear(changed(""), () => "")).toEqual([`a-bird: found 0 times in ${file}`]);
    expect(unclear(changed(""), () => find + find)).toEqual([`a-bird: found 2 times in ${file}`]);
  });
});

describe("the processor time of a run", () => {
  it("is that of the children, from the shell's last line; without one it is past every limit", () => {
    expect(cpuSecondsOf("text\n0m0.00s 0m0.00s\n1m2.50s 0m0.25s\n")).toBe(62.75);
    expect(cpuSecondsOf("0m0.00s 0m0.00s\nkilled")).toBe(Number.POSITIVE_INFINITY);
  });
});

it("a tenth of the canaries is tried at each commit, and every one at some", () => {
  const samples = Array.from({ length: 10 }, (_, index) =>
    sampleOf(canaries, `0000000${index.toString(16)}`),
  );
  expect(new Set(samples.flat())).toEqual(new Set(canaries));
  expect(samples.flat().length).toBe(canaries.length);
  expect(sampleOf(canaries, "0000000a")).toEqual(samples[0]);
});
