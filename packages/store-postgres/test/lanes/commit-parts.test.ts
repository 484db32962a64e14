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
      ...(part.states ?? []).map(({ instance }) => instance),
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
      states: (part.states ?? []).map(() => ({ written: true, versions: [] })),
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

  it("has no append of a lane stored before an earlier one whose lock ends meanwhile", async () => {
    let isLocked = true;
    const twice = [...visitors, "v7", "v20", "v7"];
    const { order, statuses, appends } = await run(batchOf(twice), (names) => {
      if (!isLocked || !names.includes("v7")) return null;
      isLocked = names.length > 1;
      return locked;
    });
    expect(order).toEqual(["s1", "s2", ...visitors.filter((name) => name !== "v7"), "v20"]);
    const left = statuses.flatMap((status, index) => (status === "unavailable" ? index : []));
    expect(left).toEqual([7, 50, 52]);
    expect(appends[52]).toEqual({ status: "unavailable", cause: locked, isLocked: true });
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

describe("what plugins write with a batch", () => {
  const states = ["app", "bot"].map((instance) => ({
    instance,
    writes: [],
    limits: { entries: 1, bytes: 1 },
  }));
  const written = [
    { written: true, versions: [] },
    { written: true, versions: [] },
  ];

  it("is stored with the batch as a whole", async () => {
    const { tries, order, states: answers } = await run({ ...batchOf(["v1"]), states }, () => null);
    expect(tries).toBe(1);
    expect(order).toEqual(["s1", "s2", "v1", "app", "bot"]);
    expect(answers).toEqual(written);
  });

  it("is stored once, after all parts of a batch that is split", async () => {
    const { order, statuses, ...result } = await run({ ...batchOf(visitors), states }, (names) =>
      names.includes("v7") ? locked : null,
    );
    expect(order).toEqual(["s1", "s2", ...visitors.filter((name) => name !== "v7"), "app", "bot"]);
    expect(statuses[7]).toBe("unavailable");
    expect(result.states).toEqual(written);
  });

  it("keeps no message from being stored while its own rows are locked", async () => {
    let isLocked = true;
    const { order, settlements } = await run({ ...batchOf([]), states }, (names) => {
      if (!isLocked || !names.includes("app")) return null;
      isLocked = false;
      return locked;
    });
    expect(order).toEqual(["s1", "s2", "app", "bot"]);
    expect(settlements).toEqual(["settled", "settled"]);
  });

  it("fails when it cannot be stored at all", async () => {
    const failed = run({ ...batchOf(["v1"]), states }, (names) =>
      names.includes("app") ? locked : null,
    );
    await expect(failed).rejects.toBe(locked);
  });
});
