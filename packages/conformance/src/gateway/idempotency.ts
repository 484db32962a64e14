import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { ScriptedPlugin } from "../scripted/scripted-plugin.ts";
import { want } from "../want.ts";

/** A repeat of `Outbox.send` sends nothing. */
export function idempotencyTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("idempotency", () => {
    it("the same idempotency key sends once", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      const request = {
        conversationId,
        idempotencyKey: "k",
        sender: { name: "Ann" },
        message: { type: "text", text: "hi" },
      };
      const answers = [
        await rig.gateway.outbox.send(request),
        await rig.gateway.outbox.send(request),
      ];
      await rig.time.settle();
      want("one message", rig.transport.posts.length, 1);
      want("the same answer", answers[1], answers[0]);
      await rig.stop();
    });

    it("a key belongs to the instance that sends with it", async () => {
      const [desk, rota] = [new ScriptedPlugin("desk"), new ScriptedPlugin("rota")];
      const rig = await GatewayRig.start(fresh(), {}, {}, [desk, rota]);
      const conversationId = await rig.say("hello");
      const outboxes = [desk.outbox, rota.outbox, rig.gateway.outbox, desk.outbox];
      for (const [index, outbox] of outboxes.entries()) {
        const message = { type: "text", text: `by ${index}` };
        const sender = { name: "Ann" };
        const answer = await outbox.send({ conversationId, idempotencyKey: "k", sender, message });
        want("accepted", answer.accepted, true);
      }
      await rig.time.settle();
      want("each once", rig.transport.posts.length, 3);
      await rig.stop();
    });

    it("a report brings the key, the part and the state of its message", async () => {
      const plugin = new ScriptedPlugin("desk");
      const rig = await GatewayRig.start(fresh(), { overflow: "split" }, {}, [plugin]);
      const conversationId = await rig.say("hello");
      rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1}}' });
      const sender = { name: "Ann" };
      const long = { type: "text", text: `${"a".repeat(1_000)}b` };
      const short = { type: "text", text: "hi" };
      const sends = [
        { idempotencyKey: "app 7", message: long },
        { idempotencyKey: null, message: long },
        { idempotencyKey: null, message: short },
      ];
      for (const send of sends) {
        const answer = await plugin.outbox.send({ conversationId, sender, ...send });
        want("accepted", answer.accepted, true);
      }
      await rig.time.settle();
      const told = rig.backend.reports.map(({ report }) => {
        const { idempotencyKey, part, parts, state } = report;
        return [idempotencyKey, part, parts, state];
      });
      want("of each part", told, [
        ["app 7", 1, 2, "failed"],
        ["app 7", 2, 2, "failed"],
        [null, 1, 2, "failed"],
        [null, 2, 2, "failed"],
        [null, 1, 1, "failed"],
      ]);
      await rig.stop();
    });

    it("an idempotency key is text of at most 255 characters that is not blank, and may be left out", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      const send = async (idempotencyKey: unknown) => {
        const answer = await rig.gateway.outbox.send({
          conversationId,
          idempotencyKey: idempotencyKey as string,
          sender: { name: "Ann" },
          message: { type: "text", text: "hi" },
        });
        return answer.accepted ? "accepted" : answer.refusal.field;
      };
      const keys = ["😀".repeat(255), null, undefined, "k".repeat(256), "", " \t", 7, {}];
      want("the doors say so", await Promise.all(keys.map(send)), [
        "accepted",
        "accepted",
        "accepted",
        ...Array.from({ length: 5 }, () => "idempotencyKey"),
      ]);
      await rig.stop();
    });
  });
}
