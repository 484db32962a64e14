import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";

const files = ["video", "audio", "voice", "photo", "sticker", "document"].map((type) => ({
  type,
  file: "https://files.example/a",
  file_size: 7,
  file_name: "a",
  thumb: "https://files.example/t",
  emoji: "🎈",
  duration: 1,
  width: 2,
  height: 3,
  text: "look",
  performer: "p",
  title: "t",
}));
const media = [...files, { type: "location", latitude: 50.45, longitude: 30.52, text: "here" }];
const sender = { name: "Ann", photo: "https://files.example/ann.png" };

/** The bodies on the wire (§2, §4.3, §6, rulings 3, 7, 13, 18 and 21). */
export function wireTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the wire", () => {
    it("carries every profile field that a visitor sent to the agent app; one who sent none is anonymous", async () => {
      const rig = await GatewayRig.start(fresh());
      const profile = {
        name: "Bo",
        phone: "+380",
        email: "b@x",
        photo: "https://files.example/b.png",
        invite: "May we help?",
        url: "https://shop.example/cart",
      };
      const message = { type: "text", text: "hello" };
      await rig.visitorSends({ sender: { id: 1, ...profile }, message });
      await rig.visitorSends({ sender: { id: 2 }, message });
      want(
        "what is known of each",
        rig.backend.taken.map(({ visitor }) => visitor),
        [{ id: "1", ...profile }, { id: "2" }],
      );
      await rig.stop();
    });

    for (const message of media) {
      it(`carries a ${message.type} with every field of its own, in both directions`, async () => {
        const rig = await GatewayRig.start(fresh());
        await rig.visitorSends({ sender: { id: 1 }, message });
        const event = rig.backend.taken[0];
        want("to the agent app", event?.message, message);
        await send(rig, event?.conversationId ?? "", message);
        const { id: _, ...sent } = bodies(rig)[0]?.message ?? { id: "" };
        want("to the integrating system", sent, message);
        await rig.stop();
      });
    }

    it("carries sender, recipient and message in every body, each message with an id of its own, typing too", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello", "v1");
      await send(rig, conversation, { type: "text", text: "hi" });
      await send(rig, conversation, { type: "text", text: "hi", id: "the app's" });
      rig.gateway.outbox.typing(conversation, "typein");
      await rig.time.settle();
      const sent = bodies(rig);
      want("the sender", sent[0]?.sender, sender);
      want(
        "to the visitor's own id",
        sent.map(({ recipient }) => recipient),
        [{ id: "v1" }, { id: "v1" }, { id: "v1" }],
      );
      const ids = new Set(sent.map(({ message }) => message.id));
      want("three bodies, three ids", [sent.length, ids.size, ids.has("the app's")], [3, 3, false]);
      want(
        "no id is empty",
        [...ids].every((id) => typeof id === "string" && id !== ""),
        true,
      );
      await rig.stop();
    });

    it("carries nothing back when a visitor's message arrives or is taken: there are no such notifications", async () => {
      const rig = await GatewayRig.start(fresh());
      const message = { type: "text", text: "hello", id: "m-1" };
      await rig.visitorSends({ sender: { id: 1 }, message });
      await rig.visitorSends({ sender: { id: 1 }, message: { type: "typein" } });
      await rig.time.advance(60_000);
      want("taken", rig.backend.taken.length, 1);
      want("no request goes out", rig.transport.posts, []);
      await rig.stop();
    });

    for (const transfer of ["content-length", "chunked"] as const) {
      it(`carries bodies the way the channel says: ${transfer}`, async () => {
        const rig = await GatewayRig.start(fresh(), { transfer });
        await rig.reply(await rig.say("hello"), "hi");
        want("as the knob says", rig.transport.posts[0]?.transfer, transfer);
        await rig.stop();
      });
    }

    it("loses nothing by itself: a year later everything is there", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      await rig.time.jump(365 * 24 * 60 * 60 * 1_000);
      await rig.time.advance(5_000);
      const page = { before: null, limit: 10 };
      const { items } = await rig.gateway.conversations.messages(conversation, page);
      want("still listed", items.length, 1);
      await rig.stop();
    });

    it("every part of a split text is announced, and one of over 20 parts is refused as too long", async () => {
      const rig = await GatewayRig.start(fresh(), { overflow: "split" });
      const conversation = await rig.say("hello");
      await rig.reply(conversation, "x".repeat(2_500));
      const queued = rig.events.flatMap((event) =>
        event.type === "queued" ? event.sequences : [],
      );
      want("three parts", queued.length, 3);
      const answer = await rig.gateway.outbox.send({
        conversationId: conversation,
        idempotencyKey: null,
        sender: { name: "Ann" },
        message: { type: "text", text: "x".repeat(20_001) },
      });
      want("the field is named", !answer.accepted && answer.refusal.field, "message.text");
      await rig.stop();
    });
  });
}

interface Body {
  readonly sender: unknown;
  readonly recipient: unknown;
  readonly message: { readonly id: string };
}

function bodies(rig: GatewayRig): Body[] {
  return rig.transport.posts.map(({ body }) => JSON.parse(body) as Body);
}

async function send(rig: GatewayRig, conversationId: string, message: object): Promise<void> {
  const request = { conversationId, idempotencyKey: null, sender, message };
  const answer = await rig.gateway.outbox.send(request);
  if (!answer.accepted) throw new Error(answer.refusal.message);
  await rig.time.settle();
}
