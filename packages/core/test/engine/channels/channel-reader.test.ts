import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ChannelReader } from "../../../src/engine/channels/channel-reader.ts";
import { type Channel, defaultKnobs } from "../../../src/model/channel.ts";

const digestOf = (text: string): string => `digest of ${text}`;

const shop: Channel = {
  id: "shop",
  key: "key",
  secrets: [
    { digest: digestOf("right"), expiresAt: null },
    { digest: digestOf("old"), expiresAt: 2_000 },
  ],
  chatApiUrl: "https://shop.test",
  knobs: defaultKnobs,
  signingKeys: [],
  createdAt: 0,
  revision: 1,
};

const list = async () => [];
const refuse = async () => false;

/** A reader over one channel that writes down every step it takes. */
function watchedReader(clock = { now: () => 1_000 }) {
  const steps: string[] = [];
  const compared: string[] = [];
  const store = {
    find: async (id: string) => {
      steps.push("looked up");
      return id === shop.id ? shop : null;
    },
    list,
    save: refuse,
    remove: refuse,
  };
  const digest = {
    of: (text: string) => {
      steps.push("digested");
      return digestOf(text);
    },
    equal: (left: string, right: string) => {
      steps.push("compared");
      compared.push(left);
      return left === right;
    },
    mac: () => "",
  };
  const reader = new ChannelReader(store, clock, digest);
  return { reader, steps, compared };
}

async function stepsOf(id: string, channelSecret: string, before: readonly string[] = []) {
  const { reader, steps } = watchedReader();
  for (const known of before) await reader.authenticate(shop.id, known);
  steps.length = 0;
  const channel = await reader.authenticate(id, channelSecret);
  return { entered: channel !== null, steps: [...steps] };
}

describe("entering a channel (ruling 1)", () => {
  it("costs the same steps for an unknown channel as for a wrong channel secret", async () => {
    const unknown = await stepsOf("nobody", "wrong");
    const wrong = await stepsOf("shop", "wrong");
    expect([unknown.entered, wrong.entered]).toEqual([false, false]);
    expect(unknown.steps).toEqual(wrong.steps);
    expect(unknown.steps).toContain("looked up");
    expect(unknown.steps).toContain("compared");
  });

  it("costs a wrong channel secret the same steps when the channel was read a moment ago", async () => {
    const fresh = await stepsOf("shop", "wrong", ["right"]);
    const unknown = await stepsOf("nobody", "wrong", ["right"]);
    expect(fresh).toEqual(unknown);
  });

  it("looks at no channel in memory for a wrong channel secret: in use or not is none of a stranger's business", async () => {
    const { reader, compared } = watchedReader();
    await reader.authenticate("shop", "right");
    compared.length = 0;
    const lookedUp = reader.authenticate("shop", "wrong");
    expect(compared).not.toContain(digestOf("right"));
    await lookedUp;
    expect(compared).toContain(digestOf("right"));
  });

  it("looks a channel up once for those who were let in a moment ago, whichever of its channel secrets they have", async () => {
    const { reader, steps } = watchedReader();
    for (const known of ["right", "old", "right", "old"])
      expect(await reader.authenticate("shop", known)).toEqual(shop);
    expect(steps.filter((step) => step === "looked up")).toHaveLength(2);
  });

  it("lets nobody in by a channel secret that has ended, though they were let in by it a moment ago", async () => {
    let now = 1_500;
    const { reader } = watchedReader({ now: () => now });
    expect(await reader.authenticate("shop", "old")).toEqual(shop);
    expect(await reader.authenticate("shop", "right")).toEqual(shop);
    now = 2_000;
    expect(await reader.authenticate("shop", "old")).toBeNull();
    expect(await reader.authenticate("shop", "right")).toEqual(shop);
  });

  it("has somebody still in while the channel is as it was read, and none of its channel secrets has ended since", async () => {
    let now = 1_500;
    const { reader } = watchedReader({ now: () => now });
    const entered = await reader.authenticate("shop", "right");
    if (entered === null) throw new Error("not let in");
    const stillIn = (since: number): boolean => reader.isStill(entered, since);
    expect([stillIn(1_500), reader.isStill({ ...shop }, 1_500)]).toEqual([true, false]);
    now = 1_999;
    expect(stillIn(1_500)).toBe(true);
    now = 2_000;
    expect([stillIn(1_999), stillIn(2_000)]).toEqual([false, true]);
    now = 2_501;
    expect(stillIn(2_000)).toBe(false);
  });

  it("has nobody still in once the channel has changed on this node", async () => {
    const { reader } = watchedReader();
    const entered = await reader.authenticate("shop", "right");
    if (entered === null) throw new Error("not let in");
    expect(reader.isStill(entered, 1_000)).toBe(true);
    reader.forget("shop");
    expect(reader.isStill(entered, 1_000)).toBe(false);
    await reader.authenticate("shop", "right");
    expect(reader.isStill(entered, 1_000)).toBe(false);
  });

  it("lets nobody into one channel by a channel secret of another", async () => {
    const { reader } = watchedReader();
    await reader.authenticate("shop", "right");
    expect(await reader.authenticate("nobody", "right")).toBeNull();
  });

  it("compares with every place that a channel secret may have, whichever is right", async () => {
    const compared = async (channelSecret: string) =>
      (await stepsOf("shop", channelSecret)).steps.filter((step) => step === "compared").length;
    expect(await compared("right")).toBe(await compared("old"));
    expect(await compared("right")).toBe(await compared("wrong"));
  });

  it("is given the same channel as long as that reads as before, and another one as soon as it does not", async () => {
    let now = 3_000;
    let stored = shop;
    const reader = new ChannelReader(
      { find: async () => structuredClone(stored), list, save: refuse, remove: refuse },
      { now: () => now },
      { of: digestOf, equal: (left, right) => left === right, mac: () => "" },
    );
    const first = await reader.authenticate(shop.id, "right");
    now += 1_001;
    expect(await reader.authenticate(shop.id, "right")).toBe(first);
    expect(first !== null && reader.isStill(first, 3_000)).toBe(true);
    for (const change of [{ secrets: [shop.secrets[0]] }, { revision: 2 }] as Partial<Channel>[]) {
      now += 1_001;
      stored = { ...shop, ...change };
      const later = await reader.authenticate(shop.id, "right");
      expect(later).toMatchObject(change);
      expect(first !== null && reader.isStill(first, 3_000)).toBe(false);
    }
  });

  it("sleeps before no answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "setImmediate"] });
    onTestFinished(() => void vi.useRealTimers());
    const { reader } = watchedReader();
    const sets = [reader.authenticate("nobody", "wrong"), reader.authenticate("shop", "wrong")];
    expect(await Promise.all(sets)).toEqual([null, null]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
