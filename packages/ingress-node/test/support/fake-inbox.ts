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
    authenticate: async (channelId, channelSecret) => {
      entered.push([channelId, channelSecret]);
      return channelId === shop.id && channelSecret === secret ? { channel: shop } : null;
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

/** The same, which answers no message before `release` is called; `asked` resolves with the first. */
export function slowInbox() {
  const [first, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { inbox } = fakeInbox({
    accept: async () => {
      first.resolve();
      await released.promise;
      return { accepted: true, warnings: [] };
    },
  });
  return { inbox, asked: first.promise, release: released.resolve };
}
