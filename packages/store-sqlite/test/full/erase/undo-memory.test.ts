import { anInboundAppend, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OpenedStore } from "../../support/opened-store.ts";

const inMemory = 2;

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

const temporaryStorage = () =>
  opened.database.read((connection) => connection.get<{ temp_store: number }>("pragma temp_store"));

it("undo data of statements stays in memory, also after an erasure that rewrote the file", async () => {
  expect(temporaryStorage()?.temp_store).toBe(inMemory);
  const { conversationId } = (await opened.bench.append(anInboundAppend(), noLeases)) as {
    readonly conversationId: string;
  };
  expect(await opened.bench.stores.conversations.erase(conversationId)).toBe(true);
  expect(temporaryStorage()?.temp_store).toBe(inMemory);
});

it("undo data stays in memory when the file is opened again after a failed COMMIT", async () => {
  opened.breakCommits();
  await expect(opened.bench.append(anInboundAppend(), noLeases)).rejects.toMatchObject({
    code: "store-failed",
  });
  await opened.bench.append(anInboundAppend(), noLeases);
  expect(temporaryStorage()?.temp_store).toBe(inMemory);
});
