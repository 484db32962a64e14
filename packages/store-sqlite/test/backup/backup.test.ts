import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anInboundAppend, aText, aBudget } from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SqliteBackupSource } from "../../src/backup/backup-source.ts";
import { Database } from "../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";

let directory = "";
let remove = (): void => {};
let database: Database;
let source: SqliteBackupSource;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory: join(directory, "data"), fileName });
  source = new SqliteBackupSource(database, fileName);
});
afterEach(() => {
  database.close();
  remove();
});

const never = new AbortController().signal;
const quiet = () => {};

/** Stores `count` messages of one visitor each. */
async function store(count: number, mark: string): Promise<void> {
  const appends = Array.from({ length: count }, (_, index) =>
    anInboundAppend({
      visitorKey: `${mark}-${index}`,
      candidateId: `${mark}-${index}`,
      messages: [aText(`${mark} ${index} ${"words ".repeat(100)}`)],
    }),
  );
  await storesOver(database).messages.commit({ appends, settlements: [] }, 1_000, aBudget());
}

describe("a copy of the database in use", () => {
  it("holds what was committed before it began, and says how much that is", async () => {
    await store(20, "before");
    const path = join(directory, "copy.db");
    await source.write(path, quiet, never);
    expect(await source.verify(path)).toEqual({
      schema: expect.any(Number),
      channels: 0,
      conversations: 20,
      messages: 20,
    });
  });

  it("is made although the disk accepts no writes, and contains everything", async () => {
    await store(20, "before");
    const refuse = `create temp trigger full before update on main.counters
      begin select raise(rollback, 'database or disk is full'); end;`;
    database.read((connection) => connection.script(refuse));
    const path = join(directory, "copy.db");
    await source.write(path, quiet, never);
    expect(await source.verify(path)).toMatchObject({ conversations: 20, messages: 20 });
  });

  it("is complete although commits come between its steps, and contains them", async () => {
    await store(2_000, "before");
    const path = join(directory, "copy.db");
    const fractions: number[] = [];
    const commits: Promise<void>[] = [];
    const onProgress = (fraction: number) => {
      fractions.push(fraction);
      if (fraction < 1) commits.push(store(3, `during-${commits.length}`));
    };
    await source.write(path, onProgress, never);
    await Promise.all(commits);
    expect(commits.length).toBeGreaterThan(3);
    expect(fractions.at(-1)).toBe(1);
    const { messages } = await source.verify(path);
    expect(messages).toBe(2_000 + 3 * commits.length);
  });

  it("is one file, readable for its owner only, and opening it creates no others", async () => {
    await store(1, "only");
    const path = join(directory, "copy.db");
    await source.write(path, quiet, never);
    await source.verify(path);
    expect(readdirSync(directory).toSorted()).toEqual(["copy.db", "data"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const copy = new Sqlite(path, { readonly: true });
    expect(copy.pragma("journal_mode", { simple: true })).toBe("delete");
    copy.close();
  });

  it("can be opened and written like the original", async () => {
    await store(3, "kept");
    const path = join(directory, fileName);
    await source.write(path, quiet, never);
    const restored = Database.open({ directory, fileName });
    const page = await storesOver(restored).conversations.list({ before: null, limit: 10 });
    expect(page.items).toHaveLength(3);
    await storesOver(restored).channels.remove("nobody", 0);
    restored.close();
  });

  it("ends when it is told to, also between two steps", async () => {
    await store(2_000, "many");
    const end = new AbortController();
    const steps: number[] = [];
    const stopAtOnce = (fraction: number) => {
      steps.push(fraction);
      end.abort();
    };
    const path = join(directory, "copy.db");
    await expect(source.write(path, stopAtOnce, end.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(steps).toHaveLength(1);
    await expect(source.write(`${path}2`, quiet, end.signal)).rejects.toMatchObject({
      name: "AbortError",
    });
    await store(1, "after");
  });

  it("does not overwrite an existing file", async () => {
    const path = join(directory, "copy.db");
    writeFileSync(path, "somebody else's");
    await expect(source.write(path, quiet, never)).rejects.toMatchObject({ code: "store-failed" });
    expect(readFileSync(path, "utf8")).toBe("somebody else's");
  });
});

describe("verifying finds", () => {
  it.each([
    ["a page that was overwritten", (bytes: Buffer) => bytes.fill(0xa5, 8_192, 16_384)],
    ["a file cut short", (bytes: Buffer) => bytes.subarray(0, 12_288)],
    ["something else", () => Buffer.from("no database at all, and long enough to be read as none")],
    ["a database of something else", () => foreignDatabase()],
  ])("%s", async (_name, damage) => {
    await store(200, "sound");
    const path = join(directory, "copy.db");
    await source.write(path, quiet, never);
    writeFileSync(path, damage(readFileSync(path)));
    await expect(source.verify(path)).rejects.toMatchObject({ code: "backup-damaged" });
  });

  it("a file that is not there", async () => {
    const path = join(directory, "nothing.db");
    await expect(source.verify(path)).rejects.toMatchObject({ code: "backup-damaged" });
    expect(readdirSync(directory)).toEqual(["data"]);
  });
});

function foreignDatabase(): Buffer {
  const other = new Sqlite(":memory:");
  other.exec("create table pets (name text)");
  const bytes = other.serialize();
  other.close();
  return bytes;
}
