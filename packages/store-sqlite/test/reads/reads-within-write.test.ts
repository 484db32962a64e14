import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "../../src/connection/connection.ts";
import { eraseConversation } from "../../src/erase/erase.ts";
import { ConversationCache } from "../../src/rows/conversation-cache.ts";
import { findConversation } from "../../src/rows/conversation-rows.ts";
import { StatementFuse } from "../support/statement-fuse.ts";
import { TwinStores } from "../support/twin-stores.ts";
import { wrongDataOf } from "../support/wrong-data.ts";

type Method = (...given: unknown[]) => unknown;
type Class = { readonly prototype: object };

/** The methods with which a commit changes the data in memory. */
const changesOfMemory: readonly (readonly [Class, string])[] = [
  [ConversationCache, "put"],
  [ConversationCache, "clear"],
];

const fuse = new StatementFuse();
let stores: TwinStores;
let outside: Sqlite.Database;

beforeEach(async () => {
  stores = new TwinStores();
  for (let number = 0; number < 30; number += 1) await stores.step();
  outside = new Sqlite(stores.path, { readonly: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  outside.close();
  stores.close();
});
afterAll(() => fuse.remove());

/** Calls `look` before and after every statement of `call`, and every change in memory. */
async function atEachStep(look: () => void, call: (of: TwinStores) => unknown): Promise<void> {
  for (const [{ prototype }, name] of changesOfMemory) {
    const methods = prototype as Record<string, Method>;
    const method = methods[name] as Method;
    vi.spyOn(methods, name).mockImplementation(function watched(this: unknown, ...given) {
      fuse.look();
      const result = method.apply(this, given);
      fuse.look();
      return result;
    });
  }
  fuse.watch(look);
  try {
    await call(stores);
  } finally {
    fuse.watch(null);
    vi.restoreAllMocks();
  }
}

function eraseOne(connection: Connection): void {
  const row = findConversation(connection, { id: "shop-key-a" });
  if (row !== undefined) eraseConversation(connection, row);
}

const calls: readonly (readonly [string, (of: TwinStores) => unknown])[] = [
  ["a commit", (of) => of.step()],
  ["an erasure", ({ database }) => database.write(eraseOne)],
];

describe.each(calls)("between any two steps of %s", (_, call) => {
  it("a read is refused", async () => {
    const answers: Promise<string>[] = [];
    let steps = 0;
    await atEachStep(() => {
      steps += 1;
      for (const [name, read] of Object.entries(stores.reads))
        answers.push(
          read().then(
            () => `${name}: answered`,
            ({ cause }: Error) => String(cause),
          ),
        );
    }, call);
    expect(steps).toBeGreaterThan(15);
    expect([...new Set(await Promise.all(answers))]).toEqual([
      `Error: ${stores.path} was used during a write.`,
    ]);
  });

  it("another connection finds all of it in the file, or nothing", async () => {
    const count = (sql: string) => (outside.prepare(sql).get() as { readonly n: number }).n;
    const found: string[] = [];
    const seen = new Set<string>();
    await atEachStep(() => {
      found.push(...wrongDataOf(count));
      const numbers = ["deliveries", "activities", "lanes", "idempotency_keys"].map((table) =>
        count(`select count(*) as n from ${table}`),
      );
      seen.add(JSON.stringify(numbers));
    }, call);
    expect(found).toEqual([]);
    expect(seen.size).toBe(2);
  });
});
