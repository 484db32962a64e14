import { aBudget, aChannel, anInboundAppend } from "@parley/conformance";
import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  RetentionStore,
} from "@parley/core";
import { Container } from "inversify";
import "reflect-metadata";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { Database } from "../src/connection/database.ts";
import { storePostgres } from "../src/index.ts";
import { freshSchema, postgres, stopPostgres } from "./support/opened-stores.ts";

afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(stopPostgres);

describe("storePostgres", () => {
  it("binds the store ports to one database, and closes it once when it is unloaded", async () => {
    const { connectionString } = await postgres();
    const opened = vi.spyOn(Database, "open");
    const closed = vi.spyOn(Database.prototype, "close");
    const connection = { connectionString, max: 2 };
    const module = storePostgres({ connection, schema: freshSchema(), allowNonDurable: true });
    const container = new Container();
    await container.loadAsync(module);
    expect(opened).not.toHaveBeenCalled();

    const [messages, deliveries, retention] = await Promise.all([
      container.getAsync(MessageStore),
      container.getAsync(DeliveryStore),
      container.getAsync(RetentionStore),
    ]);
    const [conversations, channels, deadLetters] = await Promise.all([
      container.getAsync(ConversationStore),
      container.getAsync(ChannelStore),
      container.getAsync(DeadLetterStore),
    ]);
    expect(await container.getAsync(MessageStore)).toBe(messages);
    await channels.save(aChannel());
    await messages.commit({ appends: [anInboundAppend()], settlements: [] }, 1, aBudget());
    expect((await conversations.list({ before: null, limit: 1 })).items).toHaveLength(1);
    expect((await deadLetters.deadLetters({ before: null, limit: 1 })).items).toEqual([]);
    expect((await deliveries.backlog()).inbound.waiting).toBe(1);
    expect(await retention.purge(1, null, 1)).toMatchObject({ conversations: 0 });
    expect(await (await container.getAsync(ErasureStore)).notices(0, 1)).toEqual([]);
    expect(opened).toHaveBeenCalledTimes(1);

    await container.unloadAsync(module);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it("gives two schemas two sets of data", async () => {
    const { connectionString: connection } = await postgres();
    for (const schema of [freshSchema(), freshSchema()]) {
      const container = new Container();
      const module = storePostgres({ connection, schema, allowNonDurable: true });
      await container.loadAsync(module);
      const channels = await container.getAsync(ChannelStore);
      expect(await channels.list()).toEqual([]);
      await channels.save(aChannel());
      await container.unloadAsync(module);
    }
  });
});
