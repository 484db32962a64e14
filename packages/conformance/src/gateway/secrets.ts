import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";

const day = 24 * 60 * 60 * 1_000;

/** The channel secret in the path authenticates, and is not stored (§1, §5, ruling 1). */
export function secretTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the channel secret", () => {
    it("opens the channel it was made for; another channel's, a guessed or an empty one opens nothing", async () => {
      const rig = await GatewayRig.start(fresh());
      const [one, two] = [await issue(rig, "one"), await issue(rig, "two")];
      want("its own channel", (await authenticate(rig, "one", one))?.channel.id, "one");
      for (const [id, channelSecret] of [
        ["one", two],
        ["two", one],
        ["one", ""],
        ["one", `${one.slice(0, -1)}?`],
        ["nobody", one],
        ["", one],
      ] as const) {
        want("nothing else", await authenticate(rig, id, channelSecret), null);
      }
      await rig.stop();
    });

    it("is told once, when it is made or rotated, and never the same again", async () => {
      const rig = await GatewayRig.start(fresh());
      const { channelAdmin, channels } = rig.gateway;
      const told = [await issue(rig, "one"), await rotate(rig, "one"), await rotate(rig, "one")];
      want("each time another", new Set(told).size, 3);
      const kept = JSON.stringify([
        await channels.find("one"),
        await channels.list(),
        await channelAdmin.change("one", { overflow: "split" }),
      ]);
      want(
        "only digests are kept",
        told.filter((text) => kept.includes(text)),
        [],
      );
      await rig.stop();
    });

    it("once rotated stays valid for 24 hours beside the new one, and no longer", async () => {
      const rig = await GatewayRig.start(fresh());
      const old = await issue(rig, "one");
      const current = await rotate(rig, "one");
      await rig.time.jump(day - 1);
      want("the old one, to the last", (await authenticate(rig, "one", old)) !== null, true);
      await rig.time.jump(1);
      want("no longer", await authenticate(rig, "one", old), null);
      want("the new one", (await authenticate(rig, "one", current)) !== null, true);
      await rig.stop();
    });

    it("rotated without overlap is worth nothing from then on", async () => {
      const rig = await GatewayRig.start(fresh());
      const leaked = await issue(rig, "one");
      want("valid before", (await authenticate(rig, "one", leaked)) !== null, true);
      const current = await rotate(rig, "one", 0);
      want("worth nothing", await authenticate(rig, "one", leaked), null);
      want("the new one", (await authenticate(rig, "one", current)) !== null, true);
      await rig.stop();
    });
  });
}

async function issue(rig: GatewayRig, id: string): Promise<string> {
  const answer = await rig.gateway.channelAdmin.add({ id, chatApiUrl: "https://shop.example" });
  if (!answer.done) throw new Error(answer.refusal.message);
  return answer.value.randomString;
}

async function rotate(rig: GatewayRig, id: string, overlapMs?: number): Promise<string> {
  const answer = await rig.gateway.channelAdmin.rotate(id, overlapMs);
  if (!answer.done) throw new Error(answer.refusal.message);
  return answer.value.randomString;
}

function authenticate(rig: GatewayRig, id: string, channelSecret: string) {
  return rig.gateway.inbox.authenticate(id, channelSecret);
}
