import { anInboundAppend, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OpenedTail } from "../../write-behind/tail/opened-tail.ts";

const inMemory = 2;

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

const temporaryStorage = () =>
  tail.database.read((connection) => connection.get<{ temp_store: number }>("pragma temp_store"));

it("undo data of statements stays in memory, also after an erasure that rewrote the file", async () => {
  expect(temporaryStorage()?.temp_store).toBe(inMemory);
  const { conversationId } = (await tail.bench.append(anInboundAppend(), noLeases)) as {
    readonly conversationId: string;
  };
  expect(await tail.bench.stores.conversations.erase(conversationId)).toBe(true);
  expect(temporaryStorage()?.temp_store).toBe(inMemory);
});

it("undo data stays in memory when the file is opened again after a failed COMMIT", async () => {
  tail.breakCommits();
  await expect(tail.bench.append(anInboundAppend(), noLeases)).rejects.toMatchObject({
    code: "store-failed",
  });
  await tail.bench.append(anInboundAppend(), noLeases);
  expect(temporaryStorage()?.temp_store).toBe(inMemory);
});
