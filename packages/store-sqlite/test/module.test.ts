import { aChannel, aBudget, anInboundAppend } from "@parley/conformance";
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
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Database } from "../src/connection/database.ts";
import { storeSqlite } from "../src/index.ts";
import { fileName, temporaryDirectory } from "./support/opened-stores.ts";

let directory = "";
let remove = (): void => {};

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => {
  vi.restoreAllMocks();
  remove();
});

describe("storeSqlite", () => {
  it("binds the store ports to one database, and closes it once when it is unloaded", async () => {
    const opened = vi.spyOn(Database, "open");
    const closed = vi.spyOn(Database.prototype, "close");
    const module = storeSqlite({ directory });
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
    Database.open({ directory, fileName }).close();
  });

  it("gives two modules two databases", async () => {
    const container = new Container();
    const names = ["one.db", "two.db"];
    for (const name of names) {
      const module = storeSqlite({ directory, fileName: name });
      await container.loadAsync(module);
      const channels = await container.getAsync(ChannelStore);
      expect(await channels.list()).toEqual([]);
      await channels.save(aChannel());
      await container.unloadAsync(module);
    }
  });
});
