import { createHmac } from "node:crypto";
import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import type { Post } from "../scripted/scripted-transport.ts";
import { want, wantSome } from "../want.ts";

const day = 24 * 60 * 60 * 1_000;

/** Standard Webhooks 1.0 signatures on requests to the integrating system (§4.3, ruling 13). */
export function signingTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("signed requests", () => {
    it("are none until a channel asks for them", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.reply(await rig.say("hello"), "hi");
      want("no header", rig.transport.posts[0]?.headers, {});
      await rig.stop();
    });

    it("carry a signature of exactly the body, made anew at each attempt, under the message's own id", async () => {
      const rig = await GatewayRig.start(fresh());
      const key = await sign(rig);
      rig.transport.answer = () => ({ status: 500 });
      await rig.reply(await rig.say("hello"), "Grüße 👋");
      await rig.time.advance(9_000);
      const { posts } = rig.transport;
      want("three attempts", posts.length, 3);
      for (const post of posts) want("one signature each", post.headers, signedBy(post, [key]));
      const [first, second] = posts.map(({ headers }) => Number(headers["webhook-timestamp"]));
      want("each at its own time", (second ?? 0) - (first ?? 0), 3);
      await rig.stop();
    });

    it("are signed for typing as well", async () => {
      const rig = await GatewayRig.start(fresh());
      const key = await sign(rig);
      rig.gateway.outbox.typing(await rig.say("hello"), "typein");
      await rig.time.settle();
      const post = wantSome("it went out", rig.transport.posts[0]);
      want("signed", post.headers, signedBy(post, [key]));
      await rig.stop();
    });

    it("carry both keys for 24 hours after a change of keys, then the new one alone, also after a restart", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      const [old, current] = [await sign(rig), await sign(rig)];
      await rig.stop();
      await rig.startAgain();
      const reply = async () => {
        await rig.reply(conversation, "hi");
        return wantSome("it went out", rig.transport.posts.at(-1));
      };
      await rig.time.jump(day - 20_000);
      const before = await reply();
      want("the new one first", before.headers, signedBy(before, [current, old]));
      await rig.time.jump(20_000);
      const after = await reply();
      want("the old one ended", after.headers, signedBy(after, [current]));
      await rig.stop();
    });

    it("carry the new key alone when the old one has leaked", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      await sign(rig);
      const current = await sign(rig, 0);
      await rig.reply(conversation, "hi");
      const post = wantSome("it went out", rig.transport.posts[0]);
      want("no overlap", post.headers, signedBy(post, [current]));
      await rig.stop();
    });

    it("end at once when the channel asks for them no more", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      await sign(rig);
      await sign(rig);
      const answer = await rig.gateway.channelAdmin.unsign("shop");
      want("no key is left", answer.done && answer.value.signingKeys, []);
      await rig.reply(conversation, "hi");
      want("no header", rig.transport.posts[0]?.headers, {});
      await rig.stop();
    });

    it("have keys of 24 to 64 bytes, each told once and never the same again, and never logged", async () => {
      const rig = await GatewayRig.start(fresh());
      const told = [await sign(rig), await sign(rig), await sign(rig)];
      await rig.reply(await rig.say("hello"), "hi");
      await rig.time.advance(9_000);
      want("each time another", new Set(told).size, 3);
      for (const key of told) {
        want("base64 of 33 bytes", /^[A-Za-z0-9+/]{44}$/.test(key), true);
        const seen = JSON.stringify([
          rig.log,
          rig.events,
          await rig.gateway.conversations.list(first),
        ]);
        want("nowhere to be seen", seen.includes(key), false);
      }
      await rig.stop();
    });

    it("cannot be asked for on a channel that is not there", async () => {
      const rig = await GatewayRig.start(fresh());
      const { channelAdmin } = rig.gateway;
      for (const answer of [await channelAdmin.sign("nobody"), await channelAdmin.unsign("nobody")])
        want("refused", answer.done || answer.refusal.httpStatus, 404);
      await rig.stop();
    });
  });
}

const first = { before: null, limit: 10 } as const;

/** The key in base64. */
async function sign(rig: GatewayRig, overlapMs?: number): Promise<string> {
  const answer = await rig.gateway.channelAdmin.sign("shop", overlapMs);
  if (!answer.done) throw new Error(answer.refusal.message);
  const { signingKey } = answer.value;
  want("in the form that libraries take", signingKey.slice(0, 6), "whsec_");
  return signingKey.slice(6);
}

function signedBy({ at, body }: Post, keys: readonly string[]): Readonly<Record<string, string>> {
  const { message } = JSON.parse(body) as { readonly message: { readonly id: string } };
  const timestamp = String(Math.floor(at / 1_000));
  const macs = keys.map((key) =>
    createHmac("sha256", Buffer.from(key, "base64"))
      .update(`${message.id}.${timestamp}.${body}`)
      .digest("base64"),
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": macs.map((mac) => `v1,${mac}`).join(" "),
  };
}
