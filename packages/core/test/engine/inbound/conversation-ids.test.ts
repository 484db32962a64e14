import "reflect-metadata";
import {
  ManualTime,
  ScriptedBackend,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import {
  type AcceptAnswer,
  AgentBackend,
  type AuthenticatedChannel,
  createGateway,
  Transport,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { expect, it, onTestFinished } from "vitest";
import { storesWith } from "../commit/stores-with.ts";

/** A gateway whose store tells which ids it was offered; it and the source of ids fail when they are told to. */
async function start() {
  const offered: string[] = [];
  const store = { isFailing: false };
  const stores = storesWith((messages) => ({
    isRemote: false,
    commit: async (batch, ...rest) => {
      for (const append of batch.appends)
        if (append.kind === "inbound") offered.push(append.candidateId);
      if (store.isFailing) throw new Error("no disk");
      return messages.commit(batch, ...rest);
    },
    claim: (...call) => messages.claim(...call),
    release: (...call) => messages.release(...call),
    nextDueAt: (backend) => messages.nextDueAt(backend),
  }));
  const time = new ManualTime();
  const fittings = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(new ScriptedBackend(time));
    bind(Transport).toConstantValue(new ScriptedTransport(time));
  });
  const [seeded, random] = [new SeededRandom(), { isFailing: false }];
  const token = (characters: number): string => {
    if (random.isFailing) throw new Error("nothing to draw from");
    return seeded.token(characters);
  };
  const platform = testPlatform(time, { token, fraction: () => seeded.fraction() }, []);
  const gateway = await createGateway(platform, stores, fittings);
  onTestFinished(() => gateway.close());
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example" });
  const channelSecret = added.done ? added.value.randomString : "";
  const pass = (await gateway.inbox.authenticate("shop", channelSecret)) as AuthenticatedChannel;
  const say = async (visitor: string): Promise<AcceptAnswer> => {
    const body = { sender: { id: visitor }, message: { type: "text", text: "good day" } };
    const answer = gateway.inbox.accept(pass, new TextEncoder().encode(JSON.stringify(body)));
    await time.settle();
    return answer;
  };
  return { say, offered, store, random };
}

it("messages that are under way at once have ids of their own", async () => {
  const { say, offered } = await start();
  await say("known");
  for (const visitors of [
    ["known", "new", "newer"],
    ["known", "newest"],
  ])
    await Promise.all(visitors.map(say));
  expect(offered).toHaveLength(6);
  const [first, ...atOnce] = offered;
  expect(new Set(atOnce.slice(0, 3)).size).toBe(3);
  expect(new Set(atOnce.slice(3)).size).toBe(2);
  expect(atOnce).not.toContain(first);
});

it("an id that the store may have taken is not offered again", async () => {
  const { say, offered, store } = await start();
  store.isFailing = true;
  expect((await say("one")).accepted).toBe(false);
  store.isFailing = false;
  const before = offered.length;
  const tried = offered.at(-1);
  for (let more = 0; more < 3; more += 1) await say("one");
  expect(offered.slice(before)).not.toContain(tried);
});

it("an id that cannot be drawn is an answer like any other", async () => {
  const { say, offered, random } = await start();
  random.isFailing = true;
  expect((await say("one")).accepted).toBe(false);
  expect(offered).toEqual([]);
});
