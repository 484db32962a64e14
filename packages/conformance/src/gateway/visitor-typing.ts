import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";

const typing = (type: string) => ({ sender: { id: "v1" }, message: { type } });

/** A visitor's typing while messages are being delivered (ruling 10). */
export function visitorTypingTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("typing of a visitor", () => {
    it("waits for a message under way, and the latest wins", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      rig.backend.answer = () => (rig.backend.calls.length <= 2 ? "throw" : "taken");
      await rig.say("and");
      await rig.visitorSends(typing("typein"));
      await rig.visitorSends(typing("typeout"));
      want("not while the message is under way", rig.typings, []);
      await rig.time.advance(1_000);
      want("after it, only the latest", rig.typings, [{ conversationId, type: "typeout" }]);
      await rig.stop();
    });

    it("is dropped once it is stale, 9 s after it came", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello");
      rig.backend.answer = () => (rig.backend.calls.length <= 2 ? "silent" : "taken");
      await rig.say("and");
      await rig.visitorSends(typing("typein"));
      await rig.time.advance(30_000);
      want("the message was taken", rig.backend.taken.length, 2);
      want("the typing was not told", rig.typings, []);
      await rig.stop();
    });

    it("never delays a message, and is dropped when a message has overtaken it", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello");
      rig.backend.answer = () => (rig.backend.calls.length <= 2 ? "throw" : "taken");
      await rig.say("two");
      await rig.visitorSends(typing("typein"));
      await rig.say("three");
      await rig.time.advance(1_000);
      want("both messages at once", rig.backend.taken.length, 3);
      want("no typing after them", rig.typings, []);
      await rig.stop();
    });
  });
}
