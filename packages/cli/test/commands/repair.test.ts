import { ParleyError } from "@parley/core";
import type { SqliteRepairOptions } from "@parley/store-sqlite";
import { beforeEach, expect, it, vi } from "vitest";
import { parleyProgram } from "../../src/program.ts";
import { fakeContext } from "../support/fake-context.ts";

const { repairStore } = vi.hoisted(() => ({ repairStore: vi.fn() }));
vi.mock("@parley/store-sqlite", () => ({ repairStore }));

const found = [{ name: "how many wait on a lane", rows: 3 }];
const steps: (readonly [number, number | null | undefined])[] = [];
let ended: number;

beforeEach(() => {
  steps.length = 0;
  ended = 0;
  repairStore.mockImplementation(async ({ onStep }: SqliteRepairOptions) => {
    onStep?.(1, 2);
    onStep?.(2, 2);
    return { found, keptAs: null };
  });
});

async function run(...words: readonly string[]): Promise<string> {
  const context = {
    ...fakeContext(),
    progress: () => ({
      update: (done: number, total?: number | null) => void steps.push([done, total]),
      end: () => {},
    }),
    endWith: (code: number) => {
      ended = code;
    },
  };
  const program = await parleyProgram(context, "repair");
  await program.parseAsync(["repair", "--data", "data", ...words], { from: "user" });
  return String(Object.assign(context.stdout).text);
}

it("says what disagreed, and that it was computed anew; with its progress", async () => {
  expect(await run()).toBe(
    "disagreed with the messages  rows\nhow many wait on a lane      3\nAll of it was computed anew.\n",
  );
  expect(steps).toEqual([
    [1, 2],
    [2, 2],
  ]);
  expect(ended).toBe(0);
  expect(repairStore).toHaveBeenLastCalledWith(
    expect.objectContaining({ directory: "data", isDry: false, acceptsLoss: false }),
  );
});

it("changes nothing with --check, and ends with 1 when something disagrees", async () => {
  expect(await run("--check")).toContain("Nothing was changed.\n");
  expect(ended).toBe(1);
  expect(repairStore).toHaveBeenLastCalledWith(expect.objectContaining({ isDry: true }));
});

it("says so when everything agrees", async () => {
  repairStore.mockResolvedValue({ found: [], keptAs: null });
  expect(await run("--check")).toBe("Everything agrees with the messages.\n");
  expect(ended).toBe(0);
});

it("prints what disagreed as JSON", async () => {
  expect(JSON.parse(await run("--json"))).toEqual({ found, keptAs: null });
});

it("refuses to go on without lost messages, unless it is told to; then it names their number", async () => {
  repairStore.mockRejectedValueOnce(new ParleyError("store-corrupt", "Messages are missing."));
  await expect(run()).rejects.toMatchObject({ exitCode: 1, message: "Messages are missing." });

  const lost = { name: "missing messages", rows: 12, isLoss: true };
  repairStore.mockResolvedValue({ found: [...found, lost], keptAs: "data/parley.db.damaged" });
  const told = await run("--accept-loss");
  expect(told).toContain("\n12 missing messages: compare a backup.\n");
  expect(told).toContain("\nThe file as it was is kept as data/parley.db.damaged.\n");
  expect(told).toContain("\nAll of the rest was computed anew.\n");
  expect(ended).toBe(0);
  expect(repairStore).toHaveBeenLastCalledWith(expect.objectContaining({ acceptsLoss: true }));
});
