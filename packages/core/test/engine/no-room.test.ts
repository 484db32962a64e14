import "reflect-metadata";
import { GatewayRig } from "@parley/conformance";
import { memoryStores } from "@parley/core/memory";
import { afterEach, expect, it, vi } from "vitest";
import { MemoryMessageStore } from "../../src/memory/message-store.ts";

afterEach(() => void vi.restoreAllMocks());

it("messages that no lease is left for are claimed when one is, and not looked for before", async () => {
  const claims = vi.spyOn(MemoryMessageStore.prototype, "claim");
  const rig = await GatewayRig.start(() => memoryStores(), {}, { inboundLeases: 1 });
  const answers: (() => void)[] = [];
  rig.backend.receive = async (event) => {
    rig.backend.taken.push(event);
    await new Promise<void>((resolve) => answers.push(resolve));
    return { outcome: "taken" };
  };
  await rig.say("first", "a");
  await rig.time.advance(100);
  const before = claims.mock.calls.length;
  for (let visitor = 0; visitor < 10; visitor += 1) {
    await rig.say("next", `b${visitor}`);
    await rig.time.advance(50);
  }
  expect(rig.backend.taken).toHaveLength(1);
  // By the poll of once a second alone.
  expect(claims.mock.calls.length - before).toBeLessThanOrEqual(1);
  for (let taken = 2; taken <= 11; taken += 1) {
    answers.at(-1)?.();
    await rig.time.advance(30);
    expect(rig.backend.taken).toHaveLength(taken);
  }
  answers.at(-1)?.();
  await rig.stop();
});
