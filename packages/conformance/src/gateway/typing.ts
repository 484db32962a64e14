import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { positive } from "../scripted/scripted-transport.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";

/** Typing in both directions is best effort, never stored, and never delays a message (§4.4, rulings 10 and 19). */
export function typingTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("typing", () => {
    it("of a visitor reaches the agent app, whatever its other fields hold, and is not stored", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      for (const type of ["typein", "typeout"]) {
        const answer = await rig.visitor({
          sender: { id: "v1", name: {}, photo: 5 },
          message: { type, text: [], id: {} },
        });
        want("200 without warnings", answer, { accepted: true, warnings: [] });
      }
      want("told in order", rig.typings, [
        { conversationId: conversation, type: "typein" },
        { conversationId: conversation, type: "typeout" },
      ]);
      const { items } = await rig.gateway.conversations.messages(conversation, {
        before: null,
        limit: 10,
      });
      want("one stored message, the text", items.length, 1);
      await rig.stop();
    });

    it("of a visitor without a conversation is answered 200 and dropped", async () => {
      const rig = await GatewayRig.start(fresh());
      const answer = await rig.visitor({ sender: { id: "nobody" }, message: { type: "typein" } });
      want("200", answer.accepted, true);
      want("dropped", rig.typings, []);
      want(
        "no conversation is made",
        (await rig.gateway.conversations.list({ before: null, limit: 10 })).items,
        [],
      );
      await rig.stop();
    });

    it("of an agent goes to the same endpoint as messages, with recipient and type", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello", 7);
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      const body = JSON.parse(rig.transport.posts[0]?.body ?? "{}") as {
        recipient?: unknown;
        message?: { type?: string };
      };
      want("recipient and type", [body.recipient, body.message?.type], [{ id: 7 }, "typein"]);
      want("the same endpoint", rig.transport.posts[0]?.url, "https://shop.example/chat/shop");
      await rig.stop();
    });

    it("of an agent is tried at 0, 3 and 6 s, and its failure is no undelivered message", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      const startedAt = rig.time.now();
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.advance(9_999);
      want(
        "three tries",
        rig.transport.posts.map(({ at }) => at - startedAt),
        [0, 3_000, 6_000],
      );
      want("no report", rig.backend.reports, []);
      await rig.stop();
    });

    it("of an agent is dropped as soon as a message follows, and its POST is aborted", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = ({ body }) => (body.includes("typein") ? "hang" : positive);
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      const startedAt = rig.time.now();
      await rig.reply(conversation, "hi");
      await rig.time.advance(30_000);
      const sent = rig.transport.posts
        .slice(1)
        .map(({ at, body }) => [at - startedAt, body.includes("typein")]);
      want("the message at once, no typing after it", sent, [[0, false]]);
      await rig.stop();
    });

    it("of an agent waits for a busy lane at most 9 s, the latest wins", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = (_, index) => (index < 2 ? { status: 500 } : positive);
      await rig.reply(conversation, "hi");
      rig.gateway.outbox.typing(conversation, "typein");
      rig.gateway.outbox.typing(conversation, "typeout");
      await rig.time.advance(6_000);
      const types = rig.transport.posts.map(
        ({ body }) => (JSON.parse(body) as { message: { type: string } }).message.type,
      );
      want("after the message, only the latest", types, ["text", "text", "text", "typeout"]);
      rig.transport.answer = () => "hang";
      await rig.reply(conversation, "again");
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.advance(30_000);
      want(
        "dropped once stale",
        rig.transport.posts.filter(({ body }) => body.includes("typein")),
        [],
      );
      await rig.stop();
    });

    it("of an agent goes neither before a parked message nor between sending and storing one", async () => {
      const rig = await GatewayRig.start(fresh(), {}, { seriesPerChannel: 1 });
      const [busy, parked] = [await rig.say("hello", "a"), await rig.say("hello", "b")];
      rig.transport.answer = ({ body }) => (body.includes("first") ? { status: 500 } : positive);
      await rig.reply(busy, "first");
      await rig.reply(parked, "second");
      rig.gateway.outbox.typing(parked, "typein");
      await rig.time.advance(9_000);
      const texts = rig.transport.posts.map(({ body }) => /first|second|typein/.exec(body)?.[0]);
      want("the parked message comes first", texts, ["first", "first", "first", "second"]);
      const request = { conversationId: parked, idempotencyKey: null, sender: { name: "Ann" } };
      rig.transport.posts.length = 0;
      const sent = rig.gateway.outbox.send({
        ...request,
        message: { type: "text", text: "third" },
      });
      rig.gateway.outbox.typing(parked, "typein");
      await rig.time.advance(9_000);
      const after = rig.transport.posts.map(({ body }) => /third|typein/.exec(body)?.[0]);
      wantDone("the third message", await sent);
      want("and so does one that is being stored", after[0], "third");
      await rig.stop();
    });

    it("of an agent is not sent where the channel's typing is off, and its messages are", async () => {
      const rig = await GatewayRig.start(fresh(), { typing: "off" });
      const conversation = await rig.say("hello");
      for (const type of ["typein", "typeout"] as const) {
        rig.gateway.outbox.typing(conversation, type);
        await rig.time.advance(10_000);
      }
      want("nothing is sent", rig.transport.posts, []);
      await rig.reply(conversation, "hi");
      want("but the message", rig.transport.posts.length, 1);
      wantDone("a change", await rig.gateway.channelAdmin.change("shop", { typing: "on" }));
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      want("and typing once it is on", rig.transport.posts.length, 2);
      await rig.stop();
    });

    it("of an agent is not tried again once the channel's typing is off", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      wantDone("a change", await rig.gateway.channelAdmin.change("shop", { typing: "off" }));
      await rig.time.advance(30_000);
      want("one try, from before", rig.transport.posts.length, 1);
      await rig.stop();
    });

    it("is tried by at most 256 conversations at once", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversations = [];
      for (let index = 0; index < 260; index += 1)
        conversations.push(await rig.say("hello", `visitor ${index}`));
      rig.transport.answer = () => "hang";
      for (const conversation of conversations) rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      want("256 sockets at most", rig.transport.posts.length, 256);
      await rig.stop();
    });

    it("of a visitor is told once at a time, however slow the agent app is", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello");
      rig.typingAnswer = () => new Promise(() => {});
      for (const type of ["typein", "typeout", "typein", "typeout"])
        await rig.visitorSends({ sender: { id: "v1" }, message: { type } });
      want("one call", rig.typings.length, 1);
      await rig.time.advance(5_000);
      want(
        "the latest follows when the first one's time is over",
        rig.typings.map(({ type }) => type),
        ["typein", "typeout"],
      );
      await rig.stop();
    });
  });
}
