import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
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
