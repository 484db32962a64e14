import type { TransportRequest } from "@parley/core";
import { describe, expect, it } from "vitest";
import {
  faultyTransport,
  ManualTime,
  ScriptedTransport,
  type TransportFault,
} from "../../src/index.ts";

const never = new Promise<never>(() => {});

function rig(fault: TransportFault) {
  const inner = new ScriptedTransport(new ManualTime());
  const transport = faultyTransport(inner, (_, index) => (index === 0 ? fault : null));
  const controller = new AbortController();
  const post = (changes: Partial<TransportRequest> = {}) =>
    transport.post({
      url: "https://shop.example/chat/shop",
      body: "{}",
      transfer: "content-length",
      signal: controller.signal,
      permit: () => true,
      ...changes,
    });
  return { inner, post, abort: () => controller.abort() };
}

const said = (text: string) => expect.objectContaining({ body: new TextEncoder().encode(text) });

describe("a POST with a fault put in", () => {
  it.each([
    ["not-sent", { kind: "failure", failure: "not-sent" }, 0],
    ["unreachable", { kind: "failure", failure: "unreachable" }, 0],
    ["reply-lost", { kind: "failure", failure: "unreadable-answer" }, 1],
    ["failure-shape", said('{"error":{"code":1,"message":"a fault was injected"}}'), 1],
    ["redirect", expect.objectContaining({ status: 302 }), 1],
    ["garbage", said("<html>It works!"), 1],
    [{ kind: "slow", until: Promise.resolve() }, said('{"result":"ok"}'), 1],
    [{ kind: "late", until: Promise.resolve() }, said('{"result":"ok"}'), 1],
  ] as [TransportFault, unknown, number][])("ends so: %j", async (fault, result, arrivals) => {
    const { inner, post } = rig(fault);
    expect(await post()).toEqual(result);
    expect(inner.posts).toHaveLength(arrivals);
    expect(await post()).toEqual(said('{"result":"ok"}'));
  });

  it.each([
    ["no-reply", "timeout", 1],
    ["dripping", "timeout", 1],
    [{ kind: "slow", until: never }, "timeout", 1],
    [{ kind: "late", until: never }, "not-sent", 0],
  ] as [TransportFault, string, number][])(
    "lasts until the attempt ends: %j",
    async (fault, failure, arrivals) => {
      const { inner, post, abort } = rig(fault);
      const result = post();
      await new Promise((resolve) => setImmediate(resolve));
      abort();
      expect(await result).toEqual({ kind: "failure", failure });
      expect(inner.posts).toHaveLength(arrivals);
    },
  );

  it("is still sent under its permit", async () => {
    const { inner, post } = rig("reply-lost");
    expect(await post({ permit: () => false })).toEqual({ kind: "failure", failure: "not-sent" });
    expect(inner.posts).toEqual([]);
  });
});
