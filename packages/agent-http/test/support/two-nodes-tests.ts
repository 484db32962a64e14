import type { StoreFactory } from "@parley/conformance";
import type { CommitBatch } from "@parley/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { AgentRig } from "./agent-rig.ts";

/** What holds with two nodes on one store, and the app at each of them. */
export function twoNodesTests(
  name: string,
  fresh: () => StoreFactory | Promise<StoreFactory>,
): void {
  describe(`two nodes, ${name}`, () => {
    async function twoNodes() {
      const rig = await AgentRig.start({ stores: await fresh() });
      onTestFinished(() => rig.close());
      const second = await rig.add();
      return { rig, here: rig.client(), there: rig.client("http", undefined, second), second };
    }

    it("a poll that waits on one node gets an event of the other within a second", async () => {
      const { rig, there } = await twoNodes();
      const poll = there.waiting();
      await rig.time.settle();
      await rig.say("hello");
      await rig.time.advance(1_000);
      expect(poll.events()).toMatchObject([{ message: { text: "hello" } }]);
    });

    it("what one node has handed out is acknowledged at the other, and the lane goes on", async () => {
      const { rig, here, there } = await twoNodes();
      await rig.say("one");
      await rig.say("two");
      const [one = {}] = await here.poll();
      expect(await there.acknowledge(one)).toEqual(["settled"]);
      await rig.time.advance(4_000);
      const [two = {}] = await there.poll();
      expect(two).toMatchObject({ message: { text: "two" }, mayBeRepeat: false });
      expect(await here.acknowledge(two)).toEqual(["settled"]);
    });

    it("a call that waits takes an acknowledgement of the other node within a second: no pause has to be ended", async () => {
      const { rig, here, there } = await twoNodes();
      const written: string[] = [];
      for (const node of [0, 1])
        rig.node(node).diesAfter = ({ states = [] }) => {
          written.push(JSON.stringify(states));
          return false;
        };
      const poll = here.waiting();
      await rig.time.settle();
      await rig.say("one");
      await rig.say("two");
      const [one = {}] = poll.events() ?? [];
      expect(await there.acknowledge(one)).toEqual(["settled"]);
      await rig.time.advance(1_000);
      const [two = {}] = await there.poll();
      expect(two).toMatchObject({ message: { text: "two" } });
      const settled = written.filter((states) => states.includes("settled:"));
      expect(settled).toHaveLength(1);
      expect(settled[0]).toContain('"due":null');
    });

    it("an acknowledgement after the call gave up ends the pause of the lane, at either node", async () => {
      const { rig, here, there } = await twoNodes();
      for (const text of ["one", "two", "three"]) await rig.say(text);
      for (const [poller, other] of [
        [here, there],
        [there, here],
      ] as const) {
        const [event = {}] = await poller.poll();
        await rig.time.advance(10_000);
        expect(await other.acknowledge(event)).toEqual(["settled"]);
        await rig.time.advance(1_000);
      }
      expect(await here.poll()).toMatchObject([{ message: { text: "three" } }]);
    });

    it("a lane goes on although the node whose call waits died before it took the acknowledgement", async () => {
      const { rig, here, there } = await twoNodes();
      const poll = here.waiting();
      await rig.time.settle();
      await rig.say("one");
      await rig.say("two");
      const [one = {}] = poll.events() ?? [];
      await rig.node(0).kill();
      expect(await there.acknowledge(one)).toEqual(["settled"]);
      // A store of one process is asked for ended leases every 30 s.
      await rig.time.advance(35_000);
      expect(await there.poll()).toMatchObject([{ message: { text: "two" }, mayBeRepeat: false }]);
    });

    it("two nodes never hand out one event at the same time", async () => {
      const { rig, here, there } = await twoNodes();
      for (let number = 0; number < 20; number += 1)
        await rig.say("hello", { visitor: `v${number}` });
      const both = await Promise.all([here.poll({ limit: 100 }), there.poll({ limit: 100 })]);
      const ids = both.flat().map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
    });

    it("an event that a node handed out before it died comes again after its lease", async () => {
      const { rig, there } = await twoNodes();
      await rig.say("one");
      await rig.say("two");
      const lost = rig.client();
      expect(await lost.poll({ leaseSeconds: 30 })).toHaveLength(1);
      await rig.node(0).kill();
      await rig.time.advance(29_000);
      expect(await there.poll()).toEqual([]);
      await rig.time.advance(2_000);
      const [one = {}] = await there.poll();
      expect(one).toMatchObject({ message: { text: "one" }, mayBeRepeat: true });
      expect(await there.acknowledge(one)).toEqual(["settled"]);
      await rig.time.advance(1_000);
      expect(await there.poll()).toMatchObject([{ message: { text: "two" }, mayBeRepeat: false }]);
    });

    it("a lane goes on although the node that got the acknowledgement died before it told", async () => {
      const { rig, here, there } = await twoNodes();
      await rig.say("one");
      await rig.say("two");
      const [one = {}] = await here.poll();
      await rig.time.advance(4_000);
      const isSettled = ({ states = [] }: CommitBatch) =>
        JSON.stringify(states).includes("settled:");
      rig.node(0).diesAfter = isSettled;
      void here.call("POST", "/events/acknowledge", { events: [slim(one)] });
      // A store of one process is asked for due entries every 30 s.
      await rig.time.advance(35_000);
      expect(await there.poll()).toMatchObject([{ message: { text: "two" } }]);
      expect(await there.acknowledge(one)).toEqual(["settled"]);
    });

    it("a client that goes away loses nothing: what it was sent comes again", async () => {
      const { rig, here } = await twoNodes();
      void here.waiting({ leaseSeconds: 5 });
      await rig.time.settle();
      await rig.say("hello");
      await rig.time.advance(6_000);
      expect(await here.poll()).toMatchObject([{ message: { text: "hello" }, mayBeRepeat: true }]);
    });
  });
}

function slim({ id, token }: { id?: unknown; token?: unknown }): object {
  return { id, token };
}
