import "reflect-metadata";
import { aBudget, aChannel, anInboundAppend, delivered } from "@parley/conformance";
import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  RetentionStore,
} from "@parley/core";
import { createMemoryStores, MemoryData, memoryStores } from "@parley/core/memory";
import { Container } from "inversify";
import { describe, expect, it } from "vitest";

const now = 1_700_000_000_000;

async function hostWith(data: MemoryData): Promise<Container> {
  const container = new Container();
  await container.loadAsync(memoryStores({ data }));
  return container;
}

describe("memoryStores", () => {
  it("binds the store ports over one data set", async () => {
    const host = await hostWith(new MemoryData());
    await host
      .get(MessageStore)
      .commit({ appends: [anInboundAppend()], settlements: [] }, now, aBudget());
    await host.get(ChannelStore).save(aChannel());
    const list = await host.get(ConversationStore).list({ before: null, limit: 1 });
    expect(list.items.map((conversation) => conversation.visitorKey)).toEqual(["1"]);
    expect((await host.get(DeadLetterStore).deadLetters({ before: null, limit: 1 })).items).toEqual(
      [],
    );
    expect(await host.get(ChannelStore).find("shop")).toEqual(aChannel());
    expect((await host.get(DeliveryStore).backlog()).inbound.waiting).toBe(1);
    const { messages } = await host.get(RetentionStore).purge(now, null, 1);
    expect(messages).toBe(0);
    expect(await host.get(ErasureStore).notices(0, 1)).toEqual([]);
  });

  it("starts empty when no data is given", async () => {
    const host = new Container();
    await host.loadAsync(memoryStores());
    expect((await host.get(ConversationStore).list({ before: null, limit: 1 })).items).toEqual([]);
  });

  it("finds what another host left in the same data, as after a restart", async () => {
    const data = new MemoryData();
    const first = await hostWith(data);
    await first
      .get(MessageStore)
      .commit({ appends: [anInboundAppend()], settlements: [] }, now, aBudget());
    await first.unloadAsync(memoryStores({ data }));
    const second = await hostWith(data);
    expect(await second.get(ConversationStore).find({ id: "shop-key-1" })).not.toBeNull();
  });
});

describe("releasing the dead among several nodes", () => {
  it("leaves the leases of owners alone that are told to be alive", async () => {
    const stores = createMemoryStores({ isAlive: (owner) => owner === "node-b" });
    const lanes = [];
    for (const owner of ["node-a", "node-b"]) {
      const append = anInboundAppend({ visitorKey: owner });
      const batch = { appends: [append], settlements: [] };
      lanes.push(...(await stores.messages.commit(batch, now, aBudget({ owner }))).leases);
    }
    await stores.messages.release({ owner: "node-c", scope: "dead" }, now);
    const settlements = lanes.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const result = await stores.messages.commit({ appends: [], settlements }, now, aBudget());
    expect(result.settlements).toEqual(["stale", "settled"]);
  });
});
