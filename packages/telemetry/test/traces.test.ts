import { afterEach, describe, expect, it } from "vitest";
import { treeOf, traceIdsOf } from "./support/span-tree.ts";
import { TelemetryRig } from "./support/telemetry-rig.ts";

let rig: TelemetryRig;

/** Closes the gateway, and returns every trace as a tree. */
async function trees(): Promise<string[][]> {
  await rig.close();
  const { spans } = rig.collector;
  return traceIdsOf(spans).map((id) => treeOf(spans, id));
}

let closed = false;
afterEach(async () => {
  if (!closed) await rig.close();
  closed = false;
});

describe("a trace", () => {
  it("leads from the visitor's POST over both attempts at the agent app to the reply's settlement", async () => {
    rig = await TelemetryRig.start();
    rig.backend.answer = () => "throw";
    await rig.say("hello");
    rig.backend.answer = () => "taken";
    await rig.time.advance(1_500);
    rig.transport.answer = (_post, index) =>
      index === 0 ? { status: 503 } : { status: 200, body: '{"result":"ok"}' };
    await rig.reply("hi");
    await rig.time.advance(3_000);
    closed = true;
    const [tree, ...others] = await trees();
    expect(others).toEqual([]);
    expect(tree?.map((line) => line.replace(/(to agent app), \d+ ms/, "$1, n ms"))).toEqual([
      "visitor message accepted, 0 ms",
      "  visitor message to agent app, n ms, delivered",
      "    visitor message to agent app: attempt, 0 ms, later, error",
      "    visitor message to agent app: attempt, 0 ms, taken",
      "  agent message queued, 0 ms",
      "  agent message to integrating system, 3000 ms, delivered",
      "    agent message to integrating system: attempt, 0 ms, http-status, 503, error",
      "    agent message to integrating system: attempt, 0 ms, positive, 200",
    ]);
  });

  it("ends with the report when the reply is not delivered", async () => {
    rig = await TelemetryRig.start();
    await rig.say("hello");
    rig.transport.answer = () => "hang";
    await rig.reply("hi");
    await rig.time.advance(10_000);
    closed = true;
    const [tree] = await trees();
    expect(tree?.slice(4)).toEqual([
      "  agent message to integrating system, 9000 ms, failed, timeout, error",
      "    agent message to integrating system: attempt, 3000 ms, timeout, error",
      "    agent message to integrating system: attempt, 3000 ms, timeout, error",
      "    agent message to integrating system: attempt, 3000 ms, timeout, error",
      "  delivery report to agent app, 0 ms, delivered",
      "    delivery report to agent app: attempt, 0 ms, taken",
    ]);
  });

  it("goes on after a restart under the same ids", async () => {
    rig = await TelemetryRig.start();
    rig.backend.answer = () => "throw";
    await rig.say("hello");
    await rig.close();
    const before = traceIdsOf(rig.collector.spans);
    rig.backend.answer = () => "taken";
    await rig.startAgain();
    await rig.time.advance(60_000);
    closed = true;
    const [tree, ...others] = await trees();
    expect(others).toEqual([]);
    expect(before).toHaveLength(1);
    expect(tree?.[0]).toBe("visitor message accepted, 0 ms");
    expect(tree?.at(-1)).toBe("    visitor message to agent app: attempt, 0 ms, taken");
  });

  it("belongs to one visitor message: a reply joins the newest one before it and stays there", async () => {
    rig = await TelemetryRig.start();
    await rig.say("one");
    await rig.say("two");
    rig.transport.answer = () => "hang";
    await rig.reply("to two");
    await rig.say("three");
    await rig.time.advance(10_000);
    closed = true;
    const lengths = (await trees()).map((tree) => tree.length);
    expect(lengths).toEqual([3, 3 + 1 + 4 + 2, 3]);
  });

  it("of a reply to a visitor not heard of since the start is one of its own", async () => {
    rig = await TelemetryRig.start();
    await rig.say("hello");
    await rig.close();
    await rig.startAgain();
    await rig.reply("hi");
    closed = true;
    const [, own] = await trees();
    expect(own?.filter((line) => !line.startsWith(" "))).toEqual([
      "agent message queued, 0 ms",
      "agent message to integrating system, 0 ms, delivered",
    ]);
  });

  it("links to the traceparent that the ingress trusts, and takes no ids from it", async () => {
    rig = await TelemetryRig.start();
    const upstream = "0af7651916cd43dd8448eb211c80319c";
    await rig.say("hello", "v1", { traceParent: `00-${upstream}-b7ad6b7169203331-01` });
    await rig.say("hello", "v2", { traceParent: `00-${upstream}-0000000000000000-01` });
    await rig.say("hello", "v3", { traceParent: `${upstream}<script>` });
    closed = true;
    await rig.close();
    const { spans } = rig.collector;
    expect(traceIdsOf(spans)).not.toContain(upstream);
    expect(traceIdsOf(spans)).toHaveLength(3);
    const links = spans.flatMap((span) => span.links.map(({ context }) => context.traceId));
    expect(links).toEqual([upstream]);
  });

  it("is kept or left out as a whole, and the same ones on every node", async () => {
    const kept: string[][] = [];
    for (let node = 0; node < 2; node += 1) {
      rig = await TelemetryRig.start({ sampleRatio: 0.5 });
      for (let visitor = 0; visitor < 20; visitor += 1) await rig.say("hello", `v${visitor}`);
      await rig.close();
      kept.push(traceIdsOf(rig.collector.spans));
      expect(rig.collector.spans).toHaveLength(3 * traceIdsOf(rig.collector.spans).length);
    }
    closed = true;
    expect(kept[0]?.length).toBeGreaterThan(0);
    expect(kept[0]?.length).toBeLessThan(20);
    expect(kept[1]).toEqual(kept[0]);
  });
});
