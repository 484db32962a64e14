import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import { statesOf } from "./redelivery.ts";

const huge = "9007199254740993123456789";

/** Visitors' messages arrive unchanged: identifiers, text, repeats, profiles (rulings 3, 6, 7, 8, 11 and 13). */
export function inboundMessageTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("inbound messages", () => {
    it("a sender.id of 25 digits goes in and comes back digit for digit", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.visitorSends(`{"sender":{"id":${huge}},"message":{"type":"text","text":"hello"}}`);
      const [event] = rig.backend.taken;
      want("the agent app reads it as text", event?.visitor.id, huge);
      await rig.reply(event?.conversationId ?? "", "hi");
      want(
        "recipient.id has every digit",
        rig.transport.posts[0]?.body.includes(`"recipient":{"id":${huge}}`),
        true,
      );
      await rig.stop();
    });

    it('42 and "42" are one visitor, and each reply carries the form last received', async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("as number", 42);
      await rig.reply(conversation, "one");
      want("still one conversation", await rig.say("as string", "42"), conversation);
      await rig.reply(conversation, "two");
      const recipients = rig.transport.posts.map(
        ({ body }) => (JSON.parse(body) as { recipient: unknown }).recipient,
      );
      want("recipients", recipients, [{ id: 42 }, { id: "42" }]);
      await rig.stop();
    });

    it("a sender.id with NUL and a lone surrogate is a visitor like any other", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.visitorSends(
        '{"sender":{"id":"a\\u0000\\ud800"},"message":{"type":"text","text":"hello"}}',
      );
      await rig.reply(rig.backend.taken[0]?.conversationId ?? "", "hi");
      const { recipient } = JSON.parse(rig.transport.posts[0]?.body ?? "{}") as {
        recipient?: unknown;
      };
      want("comes back as it came", recipient, { id: "a\u0000\ud800" });
      await rig.stop();
    });

    it("a text of 1000 emoji passes whole and 1001 are cut to 1000, in both directions, with a warning", async () => {
      const rig = await GatewayRig.start(fresh());
      for (const [count, fields] of [
        [1000, []],
        [1001, ["message.text"]],
      ] as const) {
        const text = "😀".repeat(count);
        const answer = await rig.visitor({ sender: { id: 1 }, message: { type: "text", text } });
        want(
          "the visitor's side is warned",
          answer.accepted && answer.warnings.map(({ field }) => field),
          [...fields],
        );
        const event = rig.backend.taken.at(-1);
        want("inbound", event && "text" in event.message && event.message.text, "😀".repeat(1000));
        const sent = await rig.gateway.outbox.send({
          conversationId: event?.conversationId ?? "",
          idempotencyKey: null,
          sender: { name: "Ann" },
          message: { type: "text", text },
        });
        await rig.time.settle();
        want("the agent app is warned", sent.accepted && sent.warnings.map(({ field }) => field), [
          ...fields,
        ]);
        const body = JSON.parse(rig.transport.posts.at(-1)?.body ?? "{}") as {
          message?: { text?: string };
        };
        want("outbound", body.message?.text, "😀".repeat(1000));
      }
      await rig.stop();
    });

    it("with overflow split the rest follows as further messages, in order, in both directions", async () => {
      const rig = await GatewayRig.start(fresh(), { overflow: "split" });
      const text = "a".repeat(1000) + "b".repeat(1000) + "c";
      const conversation = await rig.say(text);
      want(
        "inbound",
        rig.backend.taken.map(({ message }) => "text" in message && message.text),
        ["a".repeat(1000), "b".repeat(1000), "c"],
      );
      await rig.reply(conversation, text);
      const bodies = rig.transport.posts.map(
        ({ body }) => JSON.parse(body) as { message: { id: string; text: string } },
      );
      want(
        "outbound",
        bodies.map(({ message }) => message.text),
        ["a".repeat(1000), "b".repeat(1000), "c"],
      );
      want("each with an id of its own", new Set(bodies.map(({ message }) => message.id)).size, 3);
      await rig.stop();
    });

    it("a client's own retry within 60 s is answered 200 and delivered once; its sender fields still count", async () => {
      const rig = await GatewayRig.start(fresh());
      const message = { id: "m-1", type: "text", text: "hello" };
      want("first", (await rig.visitor({ sender: { id: 1 }, message })).accepted, true);
      await rig.time.advance(59_000);
      want("retry", (await rig.visitor({ sender: { id: 1, name: "Bo" }, message })).accepted, true);
      want("delivered once", rig.backend.taken.length, 1);
      const { items } = await rig.gateway.conversations.list({ before: null, limit: 1 });
      want("the name counts", items[0]?.profile.name, "Bo");
      await rig.time.advance(1_100);
      await rig.visitorSends({ sender: { id: 1 }, message });
      want("after 60 s it is a new message", rig.backend.taken.length, 2);
      await rig.stop();
    });

    it("a message.id that has carried two contents never drops anything again, and dedupe off never does", async () => {
      const rig = await GatewayRig.start(fresh());
      const off = await rig.addChannel("off", { dedupe: "off" });
      for (const text of ["yes", "no", "yes", "yes"])
        await rig.visitorSends({ sender: { id: 1 }, message: { id: "1", type: "text", text } });
      want("all four", rig.backend.taken.length, 4);
      for (const text of ["yes", "yes"])
        await rig.visitorSends(
          { sender: { id: 1 }, message: { id: "2", type: "text", text } },
          off,
        );
      want("all six", rig.backend.taken.length, 6);
      await rig.stop();
    });

    it("a message.id that is a number is known again as its digits, also when it is text then", async () => {
      const rig = await GatewayRig.start(fresh());
      for (const id of [5, 5, "5", 6])
        await rig.visitorSends({ sender: { id: 1 }, message: { id, type: "text", text: "hi" } });
      const ids = () => rig.backend.taken.map(({ message }) => message.id);
      want("each once, as text", ids(), ["5", "6"]);
      const message = { id: " ", type: "text", text: "hi" };
      const answers = [
        await rig.visitor({ sender: { id: 1 }, message }),
        await rig.visitor({ sender: { id: 1 }, message }),
      ];
      const warned = answers.map(
        (answer) => answer.accepted && answer.warnings.map(({ field }) => field),
      );
      want("a blank one is no id, and that is told", warned, [["message.id"], ["message.id"]]);
      want("so that both are delivered", ids().length, 4);
      await rig.stop();
    });

    it("a later profile value replaces the earlier one; absent, null and blank change nothing", async () => {
      const rig = await GatewayRig.start(fresh());
      const message = { type: "text", text: "hello" };
      await rig.visitorSends({ sender: { id: 1, name: "Bo", phone: 123, email: "b@x" }, message });
      await rig.visitorSends({
        sender: { id: 1, name: " ", phone: null, url: "about:x" },
        message,
      });
      await rig.visitorSends({ sender: { id: 1, email: "c@x" }, message });
      const visitor = rig.backend.taken.at(-1)?.visitor;
      want("merged", visitor, { id: "1", name: "Bo", phone: "123", email: "c@x", url: "about:x" });
      await rig.stop();
    });

    it("send again makes a new delivery with the same message.id; a double click makes one", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1}}' });
      const sequence = await rig.reply(conversation, "hi");
      rig.transport.answer = () => "hang";
      const clicks = await Promise.all([
        rig.gateway.outbox.sendAgain(conversation, sequence),
        rig.gateway.outbox.sendAgain(conversation, sequence),
      ]);
      for (const click of clicks) wantDone("a click", click);
      await rig.time.settle();
      want("one more attempt", rig.transport.posts.length, 2);
      want("with the same bytes", rig.transport.posts[1]?.body, rig.transport.posts[0]?.body);
      want("one message, waiting again", await statesOf(rig, conversation), [
        "delivered",
        "waiting",
      ]);
      await rig.stop();
    });

    it("a removed channel is gone at once; waiting outbound fails as channel-removed, stored inbound still arrives", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      rig.backend.answer = () => "throw";
      await rig.reply(conversation, "hi");
      await rig.say("still here?");
      wantDone("a change", await rig.gateway.channelAdmin.remove("shop"));
      want("404 from now on", await rig.gateway.inbox.authenticate("shop", "anything"), null);
      rig.backend.answer = () => "taken";
      await rig.time.advance(3_000);
      want(
        "reported",
        rig.backend.reports.map(({ report }) => report.reason),
        ["channel-removed"],
      );
      want("the visitor's message arrives", rig.backend.taken.length, 2);
      await rig.stop();
    });

    it("an id that is used again is a new channel: its visitors, waiting messages and secrets are its own", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      wantDone("a change", await rig.gateway.channelAdmin.remove("shop"));
      const pass = await rig.addChannel("shop");
      const other = await rig.say("hello again", "v1", pass);
      want("another conversation", other === conversation, false);
      const sent = await rig.gateway.outbox.send({
        conversationId: conversation,
        idempotencyKey: null,
        sender: { name: "Ann" },
        message: { type: "text", text: "hi" },
      });
      want("the old one cannot be answered", !sent.accepted && sent.refusal.httpStatus, 410);
      await rig.stop();
    });

    it("erasing a conversation stops its series and leaves nothing to list", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      await rig.reply(conversation, "hi");
      want("erased", await rig.gateway.conversations.erase(conversation), true);
      await rig.time.advance(20_000);
      want("no further attempt", rig.transport.posts.length, 1);
      want(
        "nothing listed",
        (await rig.gateway.conversations.list({ before: null, limit: 10 })).items,
        [],
      );
      await rig.stop();
    });
  });
}
