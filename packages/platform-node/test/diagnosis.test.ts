import "reflect-metadata";
import { Diagnostician, type Finding } from "@parley/core";
import { Container } from "inversify";
import { afterEach, describe, expect, it, vi } from "vitest";
import { platformNode } from "../src/index.ts";
import { openFiles, type ProcessFacts } from "../src/process-facts.ts";
import { processFindings } from "../src/process-findings.ts";

const well: ProcessFacts = {
  node: "22.19.0",
  clockAheadMs: -2_000,
  loopDelayMs: 100,
  files: { open: 100, limit: 8_192 },
};

afterEach(() => vi.restoreAllMocks());

function troubles(found: readonly Finding[]): readonly string[] {
  return found
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, advice }) => {
      expect(advice).toBeTruthy();
      return `${check} ${level}`;
    });
}

async function diagnostician(clock: boolean): Promise<Diagnostician> {
  const container = new Container();
  await container.loadAsync(platformNode({ logLevel: "silent", clock }));
  return container.getAsync(Diagnostician);
}

const soon = () => AbortSignal.timeout(5_000);

describe("the doctor at the process", () => {
  it("finds nothing wrong with a process that is well, and says what was looked at", () => {
    const found = processFindings(well);
    expect(troubles(found)).toEqual([]);
    expect(found.map(({ check }) => check)).toEqual([
      "node-version",
      "clock",
      "event-loop",
      "open-files",
    ]);
  });

  for (const [what, facts, trouble] of [
    ["an old Node", { node: "22.18.9" }, "node-version fault"],
    ["an older Node", { node: "20.99.0" }, "node-version fault"],
    ["a clock that was set forward", { clockAheadMs: 2_001 }, "clock warning"],
    ["a clock that was set back", { clockAheadMs: -2_001 }, "clock warning"],
    ["a late event loop", { loopDelayMs: 101 }, "event-loop warning"],
    ["a standing event loop", { loopDelayMs: 1_001 }, "event-loop fault"],
    ["a low limit of files", { files: { open: 10, limit: 1_024 } }, "open-files warning"],
    ["files that run out", { files: { open: 8_000, limit: 8_192 } }, "open-files warning"],
  ] as const) {
    it(`tells of ${what}`, () => {
      expect(troubles(processFindings({ ...well, ...facts }))).toEqual([trouble]);
    });
  }

  it("compares the machine's clock with the gateway's own", async () => {
    const node = await diagnostician(true);
    expect(troubles(await node.diagnose(soon()))).not.toContain("clock warning");
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
    const found = (await node.diagnose(soon())).find(({ check }) => check === "clock");
    expect(found).toMatchObject({
      level: "warning",
      message: expect.stringContaining("forward by 3600 s") as string,
    });
  });

  it("says nothing of the clock when a store brings another", async () => {
    const found = await (await diagnostician(false)).diagnose(soon());
    expect(found.map(({ check }) => check)).not.toContain("clock");
  });

  it("sees how late the event loop was, and begins anew at every look", async () => {
    const node = await diagnostician(true);
    const delayed = async () =>
      (await node.diagnose(soon())).some(
        ({ check, level }) => check === "event-loop" && level === "fault",
      );
    const blocked = async () => {
      const end = performance.now() + 1_200;
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return delayed();
    };
    await expect.poll(blocked, { timeout: 20_000 }).toBe(true);
    await expect.poll(delayed, { timeout: 20_000 }).toBe(false);
  });

  it.runIf(process.platform === "linux")("counts its own files", async () => {
    const files = await openFiles();
    expect(files?.open).toBeGreaterThan(2);
    expect(files?.limit).toBeGreaterThanOrEqual(files?.open ?? Infinity);
  });
});
