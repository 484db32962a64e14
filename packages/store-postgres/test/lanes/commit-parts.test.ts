import { aBudget, anInboundAppend, delivered } from "@parley/conformance";
import type { CommitBatch, CommitResult } from "@parley/core";
import { describe, expect, it } from "vitest";
import { commitInParts } from "../../src/lanes/commit-parts.ts";

const locked = Object.assign(new Error("canceling statement due to lock timeout"), {
  code: "55P03",
});
const cut = new Error("Connection terminated unexpectedly");

function batchOf(visitors: readonly string[]): CommitBatch {
  const settlements = ["s1", "s2"].map((conversationId) => ({
    lane: { kind: "inbound", conversationId } as const,
    token: 1,
    verdict: delivered,
  }));
  return {
    appends: visitors.map((visitorKey) => anInboundAppend({ visitorKey })),
    settlements,
  };
}

/** Runs a batch on a store that fails as scripted. `order`: what was stored. `tries`: number of calls. */
async function run(batch: CommitBatch, fails: (names: readonly string[]) => Error | null) {
  const order: string[] = [];
  let tries = 0;
  const commit = async (part: CommitBatch): Promise<CommitResult> => {
    tries += 1;
    const names = [
      ...part.settlements.map(({ lane }) => lane.conversationId),
      ...part.appends.map((append) => (append.kind === "inbound" ? append.visitorKey : "")),
    ];
    const error = fails(names);
    if (error !== null) throw error;
    order.push(...names);
    return {
      appends: part.appends.map(() => ({
        status: "stored",
        conversationId: "c",
        sequences: [1],
        created: false,
      })),
      settlements: part.settlements.map(() => "settled"),
      leases: [],
    };
  };
  const result = await commitInParts(batch, aBudget(), commit);
  return { order, tries, statuses: result.appends.map(({ status }) => status), ...result };
}

const visitors = Array.from({ length: 50 }, (_, index) => `v${index}`);

describe("a batch that cannot be stored as a whole", () => {
  it("is stored without the rows that cannot, in order", async () => {
    const bad = new Set(["s2", "v7"]);
    const { order, statuses, settlements } = await run(batchOf(visitors), (names) =>
      names.some((name) => bad.has(name)) ? locked : null,
    );
    expect(order).toEqual(["s1", ...visitors.filter((name) => !bad.has(name))]);
    expect(settlements).toEqual(["settled", "unavailable"]);
    expect(statuses.indexOf("unavailable")).toBe(7);
    expect(statuses.filter((status) => status === "unavailable")).toHaveLength(1);
  });

  it("keeps a visitor's second message behind the first, when the lock ends between two parts", async () => {
    let isHeld = true;
    const { order, appends } = await run(batchOf(["v1", "v2", "v3", "v1", "v4"]), (names) => {
      if (!isHeld || !names.includes("v1")) return null;
      // The lock ends when the first message was tried alone.
      isHeld = names.length > 1;
      return locked;
    });
    expect(order).toEqual(["s1", "s2", "v2", "v3", "v4"]);
    const late = { status: "unavailable", cause: locked, isLocked: true };
    expect([appends[0], appends[3]]).toEqual([late, late]);
  });

  it.each([
    ["locked", "55P03", true],
    ["in a deadlock", "40P01", true],
    ["too large for the database", "54000", false],
    ["no value for the database", "22021", false],
  ])("says of an append that is %s whether it is worth another try", async (_, code, isLocked) => {
    const bad = Object.assign(new Error(code), { code });
    const { appends } = await run(batchOf(visitors), (names) =>
      names.includes("v7") ? bad : null,
    );
    expect(appends[7]).toEqual({ status: "unavailable", cause: bad, isLocked });
  });

  it("is given up after some tries when everything is locked", async () => {
    const { tries, statuses } = await run(batchOf(visitors), () => locked);
    expect(new Set(statuses)).toEqual(new Set(["unavailable"]));
    expect(tries).toBeLessThan(40);
  });

  it("fails as a whole when the connection breaks before anything is stored", async () => {
    await expect(run(batchOf(visitors), () => cut)).rejects.toBe(cut);
  });

  it("tells what was stored when the connection breaks after that", async () => {
    let isStored = false;
    const { order, statuses } = await run(batchOf(visitors), (names) => {
      if (isStored) return cut;
      isStored = names.length < 20;
      return isStored ? null : locked;
    });
    expect(statuses.filter((status) => status === "stored")).toHaveLength(order.length - 2);
    expect(statuses.at(-1)).toBe("unavailable");
  });

  it("fails when even an empty batch cannot be stored", async () => {
    const nothing = { appends: [], settlements: [] };
    await expect(run(nothing, () => locked)).rejects.toBe(locked);
  });
});
