import { randomBytes } from "node:crypto";
import type { Gateway } from "@parley/core";
import { plantedId } from "./door.ts";

/** Somebody who is not let in: which channel they ask for, with which secret. */
export interface Stranger {
  readonly name: string;
  readonly channelId: string;
  readonly secret: string;
}

/** Who asks. */
export interface Strangers {
  /** A channel that never was, with a secret of the right shape: all others are held against it. */
  readonly yardstick: Stranger;
  /**
   * Others, each group at channels of their own: a row that is asked for more often than another is warmer in the
   * processor's memory, and that alone would tell them apart.
   */
  readonly groups: readonly (readonly Stranger[])[];
  /** Waits longer by design. */
  readonly planted: Stranger;
  /** Knows the way: through them a channel is in use meanwhile. */
  readonly insider: Stranger;
}

const url = "https://shop.invalid/chat";

/** Makes channels of every kind, and strangers to each. All ids are of one length: a longer path takes longer. */
export async function makeStrangers(gateway: Gateway): Promise<Strangers> {
  const { channelAdmin } = gateway;
  const add = async (id: string, settings: object = {}): Promise<string> => {
    const added = await channelAdmin.add({ id, chatApiUrl: url, ...settings });
    if (!added.done) throw new Error(added.refusal.message);
    return added.value.randomString;
  };
  const shopSecret = await add("market");
  await add("bazaar");
  const usedSecret = await add("in-use");
  const outSecret = await add("turned");
  for (const overlapMs of [1, 1, 1]) await channelAdmin.rotate("turned", overlapMs);
  await add("longer", {
    chatApiUrl: `${url}/${"x".repeat(2_000)}`,
    hiddenErrorCodes: Array.from({ length: 256 }, (_, code) => 10_000 + code),
  });
  const removedSecret = await add("closed");
  await channelAdmin.remove("closed");
  for (let more = 0; more < 200; more += 1) await add(`m-${String(more).padStart(4, "0")}`);
  return {
    yardstick: { name: "a channel that never was", channelId: "nobody", secret: secret() },
    groups: [
      [
        { name: "a wrong secret", channelId: "market", secret: secret() },
        { name: "a rotated-out secret", channelId: "turned", secret: outSecret },
        { name: "a wrong secret, large settings", channelId: "longer", secret: secret() },
        { name: "a wrong secret, channel in use", channelId: "in-use", secret: secret() },
      ],
      [
        { name: "wrong at its end", channelId: "market", secret: wrongAtItsEnd(shopSecret) },
        { name: "another channel's secret", channelId: "bazaar", secret: shopSecret },
        { name: "a wrong secret, one of many channels", channelId: "m-0099", secret: secret() },
      ],
      [
        { name: "a removed channel's secret", channelId: "closed", secret: removedSecret },
        { name: "a known secret, no channel", channelId: "absent", secret: shopSecret },
      ],
    ],
    planted: { name: "the planted one", channelId: plantedId, secret: secret() },
    insider: { name: "an insider", channelId: "in-use", secret: usedSecret },
  };
}

/** In one piece, as all others: a text that was put together takes longer to send. */
function wrongAtItsEnd(right: string): string {
  return Buffer.from(right.replace(/.$/, "~")).toString("latin1");
}

function secret(): string {
  return randomBytes(24).toString("base64url");
}
