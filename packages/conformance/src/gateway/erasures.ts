import { ErasureStore } from "@parley/core";
import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";

/** Whoever keeps something about conversations is told of every erasure, until it has taken the notice. */
export function erasureTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("an erased conversation", () => {
    it("is told to the listener at once and once, whether it was erased or is too old", async () => {
      const rig = await GatewayRig.start(fresh());
      const erased = await rig.say("hello", "v1");
      const old = await rig.say("hello", "v2");
      await erase(rig, erased);
      await rig.time.settle();
      want("the erased one", rig.erasures.told, [{ conversationId: erased, channelId: "shop" }]);
      const purged = await rig.gateway.retention.purge(rig.time.now() + 1);
      want("the old one is purged", purged.conversations, 1);
      await rig.time.settle();
      want("the old one", rig.erasures.told.slice(1), [{ conversationId: old, channelId: "shop" }]);
      await rig.time.advance(120_000);
      want("and never again", rig.erasures.told.length, 2);
      want("no notice is left", await noticesOf(rig), []);
      await rig.stop();
    });

    for (const fault of ["throw", "hang"] as const) {
      it(`is told again and again while the listener ${fault}s, until it takes the notice`, async () => {
        const rig = await GatewayRig.start(fresh());
        const id = await rig.say("hello");
        rig.erasures.answer = () => fault;
        await erase(rig, id);
        await rig.time.advance(60_000);
        const calls = rig.erasures.told.length;
        want("several times", calls > 2, true);
        want("one is kept", (await noticesOf(rig)).length, 1);
        rig.erasures.answer = () => "taken";
        await rig.time.advance(75_000);
        want("once more", rig.erasures.told.length, calls + 1);
        want("none is kept", await noticesOf(rig), []);
        await rig.stop();
      });
    }

    it("that the listener cannot take holds up no other", async () => {
      const rig = await GatewayRig.start(fresh());
      const [bad, good] = [await rig.say("hello", "v1"), await rig.say("hello", "v2")];
      rig.erasures.answer = ({ conversationId }) => (conversationId === bad ? "throw" : "taken");
      await erase(rig, bad);
      await rig.time.advance(60_000);
      await erase(rig, good);
      await rig.time.settle();
      want("the other is told at once", rig.erasures.told.at(-1)?.conversationId, good);
      want("and taken", await noticesOf(rig), [bad]);
      await rig.stop();
    });

    it("is told after a kill that came between the erasure and the listener's answer", async () => {
      const rig = await GatewayRig.start(fresh());
      const id = await rig.say("hello");
      rig.erasures.answer = () => "hang";
      await erase(rig, id);
      await rig.time.settle();
      await rig.kill();
      rig.erasures.answer = () => "taken";
      await rig.startAgain();
      want("again", rig.erasures.told.length, 2);
      want("none is kept", await noticesOf(rig), []);
      await rig.stop();
    });

    it("holds no stop up while the listener hangs", async () => {
      const rig = await GatewayRig.start(fresh());
      const id = await rig.say("hello");
      rig.erasures.answer = () => "hang";
      await erase(rig, id);
      await rig.time.settle();
      const startedAt = rig.time.now();
      await rig.stop();
      want("at once", rig.time.now() - startedAt <= 100, true);
    });
  });
}

async function noticesOf(rig: GatewayRig): Promise<readonly string[]> {
  const store = await rig.gateway.get(ErasureStore);
  return (await store.notices(0, 100)).map(({ conversationId }) => conversationId);
}

async function erase(rig: GatewayRig, conversationId: string): Promise<void> {
  want("it is erased", await rig.gateway.conversations.erase(conversationId), true);
}
