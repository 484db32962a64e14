import { type LaterReceipt, Readiness } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Answers the first calls with a pause, and takes the rest. */
function postponing(rig: GatewayRig, receipt: Omit<LaterReceipt, "outcome">, calls = 1): void {
  let left = calls;
  rig.backend.answer = () => {
    left -= 1;
    return left >= 0 ? { outcome: "later", ...receipt } : "taken";
  };
}

function texts(rig: GatewayRig): readonly unknown[] {
  return rig.backend.taken.map(({ message }) => ("text" in message ? message.text : null));
}

/** Pauses that the agent app asks for. */
export function pauseTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a pause of one event", () => {
    it("lasts as long as the agent app says, and holds up its own conversation only", async () => {
      const rig = await GatewayRig.start(fresh());
      postponing(rig, { inMs: 20_000 });
      await rig.say("one");
      await rig.say("two");
      await rig.say("other", "v2");
      await rig.time.advance(19_900);
      want("the other conversation goes on", texts(rig), ["other"]);
      await rig.time.advance(200);
      want("then both, in order", texts(rig), ["other", "one", "two"]);
      await rig.stop();
    });

    it("is no attempt, and what comes after it may be a repeat", async () => {
      const rig = await GatewayRig.start(fresh());
      postponing(rig, { inMs: 5_000 }, 12);
      const conversation = await rig.say("one");
      await rig.time.advance(47_000);
      const { items } = await rig.gateway.deliveries.list(
        { conversationId: conversation },
        { before: null, limit: 9 },
      );
      want("no attempt", [items[0]?.attempt, items[0]?.attempts.length], [0, 0]);
      await rig.time.advance(15_000);
      want("taken by its first", rig.events.filter(({ type }) => type === "attempted").length, 1);
      const repeats = rig.backend.calls.map(({ event }) => event.mayBeRepeat);
      want("repeats", repeats.slice(0, 3), [false, true, true]);
      want("postponed", rig.events.filter(({ type }) => type === "postponed").length, 12);
      await rig.stop();
    });

    it("that cannot be is a failed attempt", async () => {
      const wrong = [{ inMs: -1 }, { inMs: Number.NaN }, { inMs: "5" }, { scope: "all" }];
      for (const receipt of wrong) {
        const rig = await GatewayRig.start(fresh());
        postponing(rig, receipt as never);
        await rig.say("one");
        await rig.time.advance(1_100);
        want("again after a second", texts(rig), ["one"]);
        const told = rig.log.map(({ fields }) => fields.error);
        want("the log says why", told.includes("no-receipt"), true);
        await rig.stop();
      }
    });

    it("is an hour at most, a second at least, and ten seconds where nothing is said", async () => {
      const all = [
        [{ inMs: 0 }, 1_000],
        [{}, 10_000],
        [{ inMs: Number.POSITIVE_INFINITY }, hourMs],
        [{ inMs: 2 * hourMs }, hourMs],
      ] as const;
      for (const [receipt, forMs] of all) {
        const rig = await GatewayRig.start(fresh());
        postponing(rig, receipt);
        await rig.say("one");
        const told = rig.events.flatMap((event) => (event.type === "postponed" ? event.forMs : []));
        want("the pause", told, [forMs]);
        await rig.kill();
      }
    });

    it("survives a crash, and a clock that was set back by an hour at most", async () => {
      const rig = await GatewayRig.start(fresh());
      postponing(rig, { inMs: hourMs });
      await rig.say("one");
      await rig.time.advance(100);
      await rig.kill();
      await rig.time.advance(hourMs - minuteMs);
      await rig.startAgain();
      await rig.time.advance(55_000);
      want("not before its end", rig.backend.calls.length, 1);
      await rig.time.advance(6_000);
      want("then", texts(rig), ["one"]);
      await rig.stop();
    });

    it("ends when the agent app is ready for the conversation, or for all", async () => {
      for (const isForAll of [false, true]) {
        const rig = await GatewayRig.start(fresh());
        postponing(rig, { inMs: hourMs }, 2);
        const conversation = await rig.say("one");
        await rig.say("two", "v2");
        const readiness = await rig.gateway.get(Readiness);
        if (isForAll) readiness.ready();
        else readiness.ready(conversation);
        await rig.time.advance(1_000);
        want("taken", texts(rig), isForAll ? ["one", "two"] : ["one"]);
        await rig.kill();
      }
    });

    it("that is answered after the agent app said that it is ready lasts a second", async () => {
      const rig = await GatewayRig.start(fresh());
      const readiness = await rig.gateway.get(Readiness);
      rig.backend.answer = ({ conversationId }) => {
        if (rig.backend.calls.length > 1) return "taken";
        readiness.ready(conversationId);
        return { outcome: "later", inMs: hourMs };
      };
      await rig.say("one");
      await rig.time.advance(2_500);
      want("taken", texts(rig), ["one"]);
      await rig.stop();
    });
  });

  describe("a pause of the whole agent app", () => {
    it("holds up messages and reports of all conversations, and no agent's message", async () => {
      const rig = await GatewayRig.start(fresh());
      const other = await rig.say("before", "v2");
      postponing(rig, { inMs: minuteMs, scope: "backend" });
      const first = await rig.say("one");
      await rig.time.advance(1);
      await rig.say("two", "v2");
      rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1}}' });
      await rig.reply(other, "hi");
      want("the agent's message went out", rig.transport.posts.length, 1);
      await rig.time.advance(minuteMs - 200);
      want("nothing is asked", [rig.backend.calls.length, rig.backend.reports.length], [2, 0]);
      await rig.time.advance(1_300);
      want("then, oldest first", texts(rig), ["before", "one", "two"]);
      want("the report, too", rig.backend.reports.length, 1);
      want("in its conversation", rig.backend.taken[1]?.conversationId, first);
      await rig.stop();
    });

    it("lets a few events go first, and the rest when one was taken", async () => {
      const rig = await GatewayRig.start(fresh());
      let takes = false;
      rig.backend.answer = () =>
        takes ? "taken" : { outcome: "later", inMs: 20_000, scope: "backend" };
      await rig.say("0", "v0");
      for (let index = 1; index < 9; index += 1) await rig.say(String(index), `v${index}`);
      want("one was asked", rig.backend.calls.length, 1);
      await rig.time.advance(21_000);
      const probes = rig.backend.calls.length - 1;
      want("a few were asked", probes >= 1 && probes <= 3, true);
      takes = true;
      await rig.time.advance(22_000);
      const order = texts(rig).map(Number);
      want(
        "all, the one that was postponed twice behind the others",
        [order.length, order[8]],
        [9, 0],
      );
      want("the oldest of them first", order[0], 1);
      await rig.stop();
    });

    it("of 30 s or longer makes the agents unavailable until its end", async () => {
      const rig = await GatewayRig.start(fresh());
      const online = () => rig.gateway.inbox.status(rig.pass);
      for (const [inMs, status] of [
        [29_000, 1],
        [30_000, 0],
      ] as const) {
        postponing(rig, { inMs, scope: "backend" });
        await rig.say("one", `v${inMs}`);
        want(`during ${inMs} ms`, await online(), status);
        await rig.time.advance(inMs + 1_500);
        want("after it", await online(), 1);
      }
      await rig.stop();
    });

    it("survives a crash, and ends when the agent app is ready", async () => {
      const rig = await GatewayRig.start(fresh());
      postponing(rig, { inMs: hourMs, scope: "backend" });
      await rig.say("one");
      await rig.time.advance(100);
      await rig.kill();
      await rig.startAgain();
      await rig.say("two", "v2");
      await rig.time.advance(10_000);
      want("nothing is asked", rig.backend.calls.length, 1);
      (await rig.gateway.get(Readiness)).ready();
      await rig.time.advance(1_000);
      want("taken", texts(rig), ["one", "two"]);
      await rig.stop();
    });

    it("lets the conversation go first that the agent app is ready for", async () => {
      const rig = await GatewayRig.start(fresh());
      postponing(rig, { inMs: hourMs, scope: "backend" });
      await rig.say("0", "v0");
      for (let index = 1; index < 9; index += 1) await rig.say(String(index), `v${index}`);
      const { items } = await rig.gateway.conversations.list({ before: null, limit: 9 });
      const last = items.find(({ visitorKey }) => visitorKey === "v8");
      (await rig.gateway.get(Readiness)).ready(last?.id);
      await rig.time.advance(1_000);
      want("it is among the first", texts(rig).indexOf("8") < 3, true);
      want("the others follow", texts(rig).length, 9);
      await rig.stop();
    });
  });
}
