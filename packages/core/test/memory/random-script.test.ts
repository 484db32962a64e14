import { type OpenedStores, randomStoreScript, runStoreScript } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { openMemory } from "./open-memory.ts";

describe("a random store script", () => {
  it("is the same for the same seed, and another for another", () => {
    expect(randomStoreScript(7)).toEqual(randomStoreScript(7));
    expect(randomStoreScript(7)).not.toEqual(randomStoreScript(8));
  });

  it("gives the same trace on every run", async () => {
    const script = randomStoreScript(7);
    expect(await runStoreScript(() => openMemory(), script)).toEqual(
      await runStoreScript(() => openMemory(), script),
    );
  });

  it("gives the same trace whether or not the store restarts in between", async () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const script = randomStoreScript(seed).filter((step) => step.kind !== "restart");
      const restarting = script.flatMap((step) => [step, { kind: "restart" } as const]);
      const trace = await runStoreScript(() => openMemory(), restarting);
      const withoutRestarts = trace.filter(
        (entry) => !JSON.stringify(entry).startsWith('["restart"'),
      );
      expect(withoutRestarts, `seed ${seed}`).toEqual(
        await runStoreScript(() => openMemory(), script),
      );
    }
  });

  it("tells a store apart that answers one kind of call differently", async () => {
    const script = randomStoreScript(7);
    const wanted = await runStoreScript(() => openMemory(), script);
    expect(await runStoreScript(async () => withoutClaims(await openMemory()), script)).not.toEqual(
      wanted,
    );
  });
});

function withoutClaims(stores: OpenedStores): OpenedStores {
  const { messages } = stores;
  return {
    ...stores,
    messages: {
      commit: (batch, now, budget) => messages.commit(batch, now, budget),
      claim: async () => [],
      release: (whose, now) => messages.release(whose, now),
      nextDueAt: (backend) => messages.nextDueAt(backend),
    },
    reopen: async () => withoutClaims(await stores.reopen()),
  };
}
