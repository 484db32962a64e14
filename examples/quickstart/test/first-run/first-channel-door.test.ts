import { type Channel, type Gateway, refuse } from "@parley/core";
import { expect, it } from "vitest";
import { doorOf } from "../../src/first-run/first-channel-door.ts";

/** A gateway with the channel that refuses another channel secret with this refusal. */
function aGateway(refusal: ReturnType<typeof refuse>) {
  const overlaps: (number | undefined)[] = [];
  const channel = { id: "shop" } as Channel;
  const channelAdmin = {
    rotate: async (_id: string, overlapMs?: number) => {
      overlaps.push(overlapMs);
      if (overlapMs !== 0) return { done: false, refusal } as const;
      return { done: true, value: { channel, randomString: "new" } } as const;
    },
  } as Gateway["channelAdmin"];
  const channels = { find: async () => channel } as unknown as Gateway["channels"];
  return { gateway: { channels, channelAdmin }, overlaps };
}

it("when the file was lost too often, a new channel secret ends all others, so that the gateway starts", async () => {
  const { gateway, overlaps } = aGateway(refuse("tooManyCount"));
  expect(await doorOf(gateway).issue("shop", "http://127.0.0.1:8081/agent-messages")).toBe("new");
  expect(overlaps).toEqual([undefined, 0]);
});

it("nothing ends by any other refusal, which is told", async () => {
  const { gateway, overlaps } = aGateway(refuse("conflict"));
  const issue = doorOf(gateway).issue("shop", "http://127.0.0.1:8081/agent-messages");
  await expect(issue).rejects.toThrow(refuse("conflict").message);
  expect(overlaps).toEqual([undefined]);
});
