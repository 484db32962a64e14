import { type AcceptAnswer, type Channel, defaultKnobs, type Inbox } from "@parley/core";

export const secret = "s3cret-random-string";

export const shop: Channel = {
  id: "shop",
  key: "key-of-shop",
  secrets: [],
  chatApiUrl: "https://shop.test/hook",
  knobs: defaultKnobs,
  signingKeys: [],
  createdAt: 0,
  revision: 1,
};

/** An inbox with one channel that writes down what reaches it. */
export function fakeInbox(overrides: Partial<Inbox> = {}) {
  const entered: (readonly [string, string])[] = [];
  const bodies: string[] = [];
  const inbox: Inbox = {
    enter: async (channelId, randomString) => {
      entered.push([channelId, randomString]);
      return channelId === shop.id && randomString === secret ? { channel: shop } : null;
    },
    renew: () => null,
    status: async () => 1,
    accept: async (_pass, body): Promise<AcceptAnswer> => {
      bodies.push(Buffer.from(body).toString("latin1"));
      return { accepted: true, warnings: [] };
    },
    ...overrides,
  };
  return { inbox, entered, bodies };
}
