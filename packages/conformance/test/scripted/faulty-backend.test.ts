import { describe, expect, it } from "vitest";
import {
  type BackendFault,
  faultyBackend,
  handledFirst,
  ManualTime,
  ScriptedBackend,
} from "../../src/index.ts";

const event = {
  ...handledFirst(),
  id: "c.1",
  conversationId: "c",
  channelId: "shop",
  sequence: 1,
  visitor: { id: "1" },
  message: { type: "text", text: "hello" },
  acceptedAt: 0,
  fence: 0,
} as const;

const report = {
  ...handledFirst("c", "reports"),
  deliveryId: "c.2",
  conversationId: "c",
  channelId: "shop",
  direction: "outbound",
  sequence: 2,
  reason: "timeout",
  failedAt: 0,
  idempotencyKey: null,
  instance: null,
  part: 1,
  parts: 1,
  state: "failed",
} as const;

function rig(fault: BackendFault) {
  const inner = new ScriptedBackend(new ManualTime());
  const backend = faultyBackend(inner, (_, index) => (index === 0 ? fault : null));
  return { inner, backend };
}

const alive = () => new AbortController().signal;

describe("a call with a fault put in", () => {
  it.each([
    ["throw", 0],
    ["taken-but-lost", 1],
  ] as [BackendFault, number][])("fails, and the next one does not: %s", async (fault, taken) => {
    const { inner, backend } = rig(fault);
    await expect(backend.receive(event, alive())).rejects.toThrow("a fault was injected");
    expect(inner.taken).toHaveLength(taken);
    expect(await backend.receive(event, alive())).toEqual({ outcome: "taken" });
    expect(inner.taken).toHaveLength(taken + 1);
  });

  it("rejects with a reason, and the app never hears of it", async () => {
    const { inner, backend } = rig("reject");
    expect(await backend.report(report, alive())).toEqual({
      outcome: "rejected",
      reason: "a fault was injected",
    });
    expect(inner.reports).toEqual([]);
  });

  it("answers what is no answer", async () => {
    const { backend } = rig("garbage");
    expect(await backend.receive(event, alive())).toBe("ok");
  });

  it("is silent until its signal aborts", async () => {
    const { inner, backend } = rig("silent");
    const controller = new AbortController();
    const call = backend.receive(event, controller.signal);
    controller.abort();
    await expect(call).rejects.toThrow("a fault was injected");
    const late = rig("silent").backend.receive(event, AbortSignal.abort());
    await expect(late).rejects.toThrow("a fault was injected");
    expect(inner.taken).toEqual([]);
  });

  it.each(["hang", "silent"] as const)("never comes back: availability, %s", async (fault) => {
    const { backend } = rig(fault);
    const turns = new Promise((resolve) => setImmediate(() => resolve("nothing")));
    expect(await Promise.race([backend.availability("shop"), turns])).toBe("nothing");
    expect(await backend.availability("shop")).toBe(1);
  });

  it("never comes back, aborted or not: hang", async () => {
    const { backend } = rig("hang");
    const turns = new Promise((resolve) => setImmediate(() => resolve("nothing")));
    const call = backend.receive(event, AbortSignal.abort());
    expect(await Promise.race([call, turns])).toBe("nothing");
  });
});
