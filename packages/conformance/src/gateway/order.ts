import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { positive } from "../scripted/scripted-transport.ts";
import { want } from "../want.ts";

/** Strict order per conversation in both directions; conversations do not delay each other (rulings 12 and 18). */
export function orderTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("order", () => {
    it("a later agent message waits until the earlier one is settled, then has a schedule of its own", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = ({ body }) => (body.includes("first") ? { status: 500 } : positive);
      const startedAt = rig.time.now();
      await rig.reply(conversation, "first");
      await rig.reply(conversation, "second");
      await rig.time.advance(9_000);
      const sent = rig.transport.posts.map(({ at, body }) => [
        at - startedAt,
        body.includes("first") ? "first" : "second",
      ]);
      want("first's three attempts, then second's first", sent, [
        [0, "first"],
        [3_000, "first"],
        [6_000, "first"],
        [9_000, "second"],
      ]);
      await rig.stop();
    });

    it("at most 20 agent messages wait in a conversation; the next is refused and not stored", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => "hang";
      for (let index = 0; index < 20; index += 1) await rig.reply(conversation, `m${index}`);
      const message = { type: "text", text: "one too many" };
      const answer = await rig.gateway.outbox.send({
        conversationId: conversation,
        idempotencyKey: null,
        sender: { name: "Ann" },
        message,
      });
      want("refused", answer.accepted, false);
      await rig.stop();
    });

    it("one dead endpoint delays no other conversation and no other channel", async () => {
      const rig = await GatewayRig.start(fresh(), {}, { seriesPerChannel: 2 });
      const other = await rig.addChannel("other", { chatApiUrl: "https://other.example" });
      rig.transport.answer = ({ url }) => (url.includes("other") ? positive : "hang");
      for (const id of ["a", "b", "c", "d"]) await rig.reply(await rig.say("hello", id), "hi");
      const startedAt = rig.time.now();
      await rig.reply(await rig.say("hello", "x", other), "hi");
      const sent = rig.transport.posts.filter(({ url }) => url.includes("other"));
      want(
        "delivered at once",
        sent.map(({ at }) => at - startedAt),
        [0],
      );
      await rig.stop();
    });

    it("a channel at its bound parks first attempts, never retries, and starts the oldest when a series ends", async () => {
      const rig = await GatewayRig.start(fresh(), {}, { seriesPerChannel: 1 });
      rig.transport.answer = () => ({ status: 500 });
      const conversations = [];
      for (const id of ["a", "b", "c"]) conversations.push(await rig.say("hello", id));
      const startedAt = rig.time.now();
      for (const conversation of conversations) await rig.reply(conversation, "hi");
      await rig.time.advance(27_000);
      const offsets = rig.transport.posts.map(({ at }) => at - startedAt);
      want(
        "one series after the other, each on its own ticks",
        offsets,
        [0, 3_000, 6_000, 9_000, 12_000, 15_000, 18_000, 21_000, 24_000],
      );
      want("every one of them reported", rig.backend.reports.length, 3);
      await rig.stop();
    });

    it("a visitor's messages reach the agent app in the order of acceptance, whatever failed in between", async () => {
      const rig = await GatewayRig.start(fresh());
      let calls = 0;
      rig.backend.answer = () => ((calls += 1) % 3 === 0 ? "taken" : "throw");
      for (let index = 0; index < 6; index += 1) await rig.say(`m${index}`);
      await rig.time.advance(120_000);
      const texts = rig.backend.taken.map(({ message }) => "text" in message && message.text);
      want("in order, each once", texts, ["m0", "m1", "m2", "m3", "m4", "m5"]);
      await rig.stop();
    });

    it("two first messages at once make one conversation", async () => {
      const rig = await GatewayRig.start(fresh());
      const body = (text: string) =>
        new TextEncoder().encode(
          JSON.stringify({ sender: { id: "v" }, message: { type: "text", text } }),
        );
      await Promise.all([
        rig.gateway.inbox.accept(rig.pass, body("a")),
        rig.gateway.inbox.accept(rig.pass, body("b")),
      ]);
      await rig.time.settle();
      const { items } = await rig.gateway.conversations.list({ before: null, limit: 10 });
      want("one conversation", items.length, 1);
      want(
        "both messages, in order",
        rig.backend.taken.map(({ message }) => "text" in message && message.text),
        ["a", "b"],
      );
      await rig.stop();
    });
  });
}
