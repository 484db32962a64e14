import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SqliteBackupSource } from "../../../src/backup/backup-source.ts";
import { Database } from "../../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "../../support/opened-stores.ts";
import { converse, fill, plantTraces, tracesIn } from "../../erase/traced-visitors.ts";

const never = new AbortController().signal;
let directory: string;
let remove: () => void;
let database: Database;
let source: SqliteBackupSource;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory: join(directory, "data"), fileName });
  mkdirSync(join(directory, "copies"));
});
afterEach(() => {
  database.close();
  remove();
});

const erase = (visitor = 5) => storesOver(database).conversations.erase(`c-${visitor}`);

const traces = (place: string, visitor: number) => tracesIn(join(directory, place), visitor);

async function copy(onProgress: (fraction: number) => void = () => {}): Promise<string> {
  const path = join(directory, "copies", "copy.db");
  await source.write(path, onProgress, never);
  return path;
}

// A large file is not rewritten at once after an erasure.
describe.each(["small", "large"])("a copy of a %s file", (size) => {
  const isLarge = size === "large";
  beforeEach(async () => {
    if (isLarge) await fill(database);
    await converse(database, 100);
    database.close();
    plantTraces(database.path, 5);
    database = Database.open({ directory: join(directory, "data"), fileName });
    source = new SqliteBackupSource(database, fileName);
  });

  it("holds no trace of a visitor who was erased before it began", async () => {
    expect(statSync(database.path).size > 4 * 1024 * 1024).toBe(isLarge);
    await erase();
    expect(traces("data", 5).length > 0).toBe(isLarge);
    const path = await copy();
    await source.verify(path);
    expect(readdirSync(join(directory, "copies"))).toEqual(["copy.db"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(traces("copies", 5)).toEqual([]);
    expect(traces("copies", 6).length).toBeGreaterThan(5);
  });

  it("contains no trace of a visitor who was erased during the copy", async () => {
    let erasing: Promise<boolean> | null = null;
    const path = await copy((fraction) => {
      if (fraction > 0.5 && fraction < 1) erasing ??= erase();
    });
    await erasing;
    expect(await source.verify(path)).toMatchObject({ conversations: isLarge ? 41 : 11 });
    expect(traces("data", 5).length > 0).toBe(isLarge);
    expect(traces("copies", 5)).toEqual([]);
    expect(traces("copies", 6).length).toBeGreaterThan(5);
  });
});

it("a copy finishes although most of the file is erased meanwhile", async () => {
  await converse(database, 150);
  source = new SqliteBackupSource(database, fileName);
  const visitors = Array.from({ length: 10 }, (_, visitor) => visitor);
  let erasing: Promise<unknown> | null = null;
  const path = await copy((fraction) => {
    if (fraction > 0.5 && fraction < 1)
      erasing ??= Promise.all(visitors.map((visitor) => erase(visitor)));
  });
  await erasing;
  expect(await source.verify(path)).toMatchObject({ conversations: 2 });
  expect(visitors.flatMap((visitor) => traces("copies", visitor))).toEqual([]);
  expect(visitors.flatMap((visitor) => traces("data", visitor))).toEqual([]);
});
