import assert from "node:assert/strict";
import { type Outbox, ParleyError, type TypingType } from "@parley/core";
import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";

const repeatMs = 5_000;
const typing = (type: TypingType, id = "v1") => ({ sender: { id }, message: { type } });

/** Typing ends when its sender is gone (rulings 10 and 19). */
export function typingEndsTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the end of typing", () => {
    it("of an agent is told after 10 s without a repeat, and not while it is repeated every 5 s", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      const startedAt = rig.time.now();
      for (let time = 0; time < 4; time += 1) {
        rig.gateway.outbox.typing(conversation, "typein");
        await rig.time.advance(repeatMs);
      }
      want("no end while it is repeated", typesPosted(rig), Array(4).fill("typein"));
      await rig.time.advance(repeatMs - 1);
      want("nor before the 10 s are over", typesPosted(rig).length, 4);
      await rig.time.advance(60_000);
      const ends = rig.transport.posts.slice(4);
      want(
        "one end, 10 s after the last beginning",
        ends.map(({ at, body }) => [at - startedAt, typeOf(body)]),
        [[3 * repeatMs + 10_000, "typeout"]],
      );
      await rig.stop();
    });

    it("of a visitor is told to the agent app after 10 s without a repeat", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      for (let time = 0; time < 3; time += 1) {
        await rig.visitorSends(typing("typein"));
        await rig.time.advance(repeatMs);
      }
      want("no end while it is repeated", rig.typings.length, 3);
      await rig.time.advance(repeatMs - 1);
      want("nor before the 10 s are over", rig.typings.length, 3);
      await rig.time.advance(60_000);
      want("one end", rig.typings.slice(3), [{ conversationId, type: "typeout" }]);
      await rig.stop();
    });

    it("is told once: by whoever typed, or by the gateway", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      for (const type of ["typein", "typeout"] as const) {
        rig.gateway.outbox.typing(conversation, type);
        await rig.visitorSends(typing(type));
      }
      await rig.time.advance(60_000);
      want("to the visitor", typesPosted(rig), ["typein", "typeout"]);
      want("to the agent app", typesTold(rig), ["typein", "typeout"]);
      await rig.stop();
    });

    it("is not told after a message, which ends typing by itself", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.visitorSends(typing("typein"));
      await rig.reply(conversation, "hi");
      await rig.say("thank you");
      await rig.time.advance(60_000);
      want("to the visitor", typesPosted(rig), ["typein", "text"]);
      want("to the agent app", typesTold(rig), ["typein"]);
      await rig.stop();
    });

    it("of an agent is told at once when the message is not taken", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      rig.gateway.outbox.typing(conversationId, "typein");
      await rig.time.settle();
      rig.commitFault = "before";
      const message = { type: "text", text: "hi" };
      const about = { conversationId, idempotencyKey: null, sender: { name: "Ann" } };
      const sent = rig.gateway.outbox.send({ ...about, message });
      await rig.time.advance(100);
      want("it is refused", (await sent).accepted, false);
      rig.commitFault = null;
      await rig.time.settle();
      want("the visitor is told", typesPosted(rig), ["typein", "typeout"]);
      await rig.stop();
    });

    it("of an agent is told when nothing is stored, since it was stored before", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      const { outbox } = rig.gateway;
      const message = { type: "text", text: "hi" };
      const request = { conversationId, idempotencyKey: "k1", sender: { name: "Ann" }, message };
      const sent = await outbox.send(request);
      await rig.time.settle();
      outbox.typing(conversationId, "typein");
      await rig.time.settle();
      want("the same answer", await outbox.send(request), sent);
      await rig.time.advance(20_000);
      want("the visitor is told", typesPosted(rig), ["text", "typein", "typeout"]);
      await rig.stop();
    });

    it("is told on both sides when the gateway stops, and nothing begins any more", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversations: string[] = [];
      for (let index = 0; index < 3; index += 1)
        conversations.push(await rig.say("hello", `visitor ${index}`));
      for (const [index, conversation] of conversations.entries()) {
        rig.gateway.outbox.typing(conversation, "typein");
        await rig.visitorSends(typing("typein", `visitor ${index}`));
      }
      await rig.time.settle();
      const { outbox } = rig.gateway;
      const startedAt = rig.time.now();
      await rig.stop();
      const ends = rig.transport.posts.filter(({ body }) => typeOf(body) === "typeout");
      want(
        "every visitor is told once",
        new Set(ends.map(({ body }) => recipientOf(body))).size,
        3,
      );
      want("and once only", ends.length, 3);
      const told = rig.typings.filter(({ type }) => type === "typeout");
      want(
        "the agent app is told of each",
        told.map(({ conversationId }) => conversationId).toSorted(),
        conversations.toSorted(),
      );
      want("within the time for stopping", rig.time.now() - startedAt <= 10_000, true);
      outbox.typing(conversations[0] ?? "", "typein");
      await rig.time.settle();
      want("nobody begins after that", typesPosted(rig).at(-1), "typeout");
    });

    it("is tried once when the gateway stops, so that an endpoint that hangs holds nothing up", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      rig.transport.answer = () => "hang";
      const startedAt = rig.time.now();
      await rig.stop();
      want("one try", typesPosted(rig), ["typein", "typeout"]);
      want("of one attempt's time", rig.time.now() - startedAt <= 3_100, true);
    });

    it("holds no stop up where it waits behind a message that is between two attempts", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      await rig.reply(conversation, "hi");
      rig.gateway.outbox.typing(conversation, "typeout");
      await rig.time.settle();
      const startedAt = rig.time.now();
      await rig.stop();
      want("at once", rig.time.now() - startedAt <= 100, true);
      want("it is not sent", typesPosted(rig), ["text"]);
    });

    it("is all there is beside the beginning: no other type is sent", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      const { outbox } = rig.gateway;
      for (const type of ["bogus", "", "TYPEIN", null, undefined, {}]) {
        assert.throws(
          () => typeUnchecked(outbox, conversation, type),
          (error) => ParleyError.is(error) && error.code === "unknown-typing-type",
        );
      }
      await rig.time.advance(20_000);
      want("nothing goes out", rig.transport.posts, []);
      await rig.stop();
    });
  });
}

/** Passes an invalid type, as an agent app in plain JavaScript may. */
function typeUnchecked(outbox: Outbox, conversationId: string, type: unknown): void {
  outbox.typing(conversationId, type as TypingType);
}

function typesPosted({ transport }: GatewayRig): readonly string[] {
  return transport.posts.map(({ body }) => typeOf(body));
}

function typesTold({ typings }: GatewayRig): readonly string[] {
  return typings.map(({ type }) => type);
}

function typeOf(body: string): string {
  return (JSON.parse(body) as { readonly message: { readonly type: string } }).message.type;
}

function recipientOf(body: string): string {
  return (JSON.parse(body) as { readonly recipient: { readonly id: string } }).recipient.id;
}
