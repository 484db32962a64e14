import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aText, anIdentity, anInboundAppend } from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { requestCompaction } from "../../src/erase/pending-compaction.ts";
import { repairStore } from "../../src/index.ts";
import { OpenedStore } from "../support/opened-store.ts";
import { fileName, temporaryDirectory } from "../support/opened-stores.ts";
import { behindIndex } from "./planted-faults.ts";

const messages = 3_000;
const perCommit = 100;

const sound = temporaryDirectory();
let image: Buffer;
let directory = "";
let path = "";
let remove = (): void => {};

beforeAll(async () => {
  const store = new OpenedStore();
  for (let first = 0; first < messages; first += perCommit) {
    const appends = Array.from({ length: perCommit }, (_, index) =>
      anInboundAppend({
        visitorKey: `visitor ${index}`,
        messages: [aText(`message ${first + index}`)],
        identity: anIdentity(`id ${first + index}`, "hello", 1_000),
      }),
    );
    await store.bench.commit({ appends });
  }
  const copy = join(sound.directory, fileName);
  store.database.read((connection) => connection.script(`vacuum into '${copy}'`));
  image = readFileSync(copy);
  store.close();
});
afterAll(() => sound.remove());
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  path = join(directory, fileName);
  writeFileSync(path, image);
});
afterEach(() => remove());

function withFile<Result>(work: (file: Sqlite.Database) => Result, at = path): Result {
  const file = new Sqlite(at);
  try {
    return work(file);
  } finally {
    file.close();
  }
}

const tables = [
  "select * from deliveries not indexed order by position",
  "select * from lanes not indexed order by conversation, kind",
  "select * from activities not indexed order by conversation",
];
const rows = (at = path) => withFile((file) => tables.map((sql) => file.prepare(sql).all()), at);

/** Overwrites one leaf page of a table or an index. */
function damageLeaf(name: string, byte: number): void {
  const pages = withFile((file) =>
    file
      .prepare("select pageno from dbstat where name = ? and pagetype = 'leaf'")
      .pluck()
      .all(name),
  );
  const bytes = readFileSync(path);
  const pageSize = bytes.readUInt16BE(16);
  const at = (Number(pages[3]) - 1) * pageSize;
  bytes.fill(byte, at, at + pageSize);
  writeFileSync(path, bytes);
}

const lose = behindIndex(
  "deliveries_by_sequence",
  "delete from deliveries where position between 1200 and 1211",
);

describe.each([0x00, 0xa5])("a page of an index full of bytes %i", (byte) => {
  it("is told at the start and by a check, and mended from the tables", async () => {
    damageLeaf("deliveries_by_sequence", byte);
    expect(() => Database.open({ directory, fileName })).toThrow("parley repair");
    const damaged = readFileSync(path);
    expect((await repairStore({ directory, isDry: true })).found).toMatchObject([
      { name: "indexes" },
    ]);
    expect(readFileSync(path).equals(damaged)).toBe(true);

    const { found, keptAs } = await repairStore({ directory });
    expect(found).toMatchObject([{ name: "indexes" }]);
    expect(keptAs).toBe(`${path}.damaged`);
    expect(readFileSync(keptAs ?? "").equals(damaged)).toBe(true);
    withFile((file) => expect(file.pragma("integrity_check", { simple: true })).toBe("ok"));
    writeFileSync(join(sound.directory, "again.db"), image);
    expect(rows()).toEqual(rows(join(sound.directory, "again.db")));
    Database.open({ directory, fileName }).close();
    expect((await repairStore({ directory })).found).toEqual([]);
  });
});

it("a second damaged file does not replace the first one that was kept", async () => {
  damageLeaf("deliveries_by_sequence", 0);
  await repairStore({ directory });
  damageLeaf("deliveries_by_identity", 0);
  expect((await repairStore({ directory })).keptAs).toBe(`${path}.damaged-2`);
});

it("a table that cannot be read whole is told, and nothing is changed", async () => {
  damageLeaf("deliveries", 0);
  const damaged = readFileSync(path);
  const refusal = { code: "store-corrupt", message: expect.stringContaining("read whole") };
  await expect(repairStore({ directory, isDry: true })).rejects.toMatchObject(refusal);
  await expect(repairStore({ directory, acceptsLoss: true })).rejects.toMatchObject(refusal);
  expect(readFileSync(path).equals(damaged)).toBe(true);
  expect(readdirSync(directory).filter((name) => /damaged|repairing/.test(name))).toEqual([]);
});

describe("messages that only an index still names", () => {
  it("are counted by a check, and end a repair before it changes anything", async () => {
    withFile(lose);
    const before = rows();
    const lost = { name: "missing messages", rows: 12, isLoss: true };
    expect((await repairStore({ directory, isDry: true })).found).toContainEqual(lost);
    await expect(repairStore({ directory })).rejects.toMatchObject({
      code: "store-corrupt",
      message: expect.stringMatching(/missing messages: 12.*compare a backup.*--accept-loss/),
    });
    expect(rows()).toEqual(before);
    expect((await repairStore({ directory, isDry: true })).found).toContainEqual(lost);
  });

  it("are given up on request, and the damaged file is kept", async () => {
    withFile(lose);
    const { found, keptAs } = await repairStore({ directory, acceptsLoss: true });
    expect(found).toContainEqual({ name: "missing messages", rows: 12, isLoss: true });
    expect(existsSync(keptAs ?? "")).toBe(true);
    expect(rows()[0]).toHaveLength(messages - 12);
    expect((await repairStore({ directory })).found).toEqual([]);
  });
});

describe("a check", () => {
  it("changes no byte of a file, whatever its start would do", async () => {
    const database = Database.open({ directory, fileName });
    database.write((connection) => requestCompaction(connection, "erased"));
    database.close();
    const before = readFileSync(path);
    expect((await repairStore({ directory, isDry: true })).found).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("reads the log of a gateway that was killed, and leaves it", async () => {
    const other = temporaryDirectory();
    const database = Database.open({ directory, fileName });
    database.write((connection) => connection.run("update lanes set waiting = waiting + 1"));
    for (const suffix of ["", "-wal"])
      writeFileSync(join(other.directory, fileName + suffix), readFileSync(path + suffix));
    database.close();
    const log = join(other.directory, `${fileName}-wal`);
    const before = readFileSync(log);
    const { found } = await repairStore({ directory: other.directory, isDry: true });
    expect(found).toMatchObject([{ name: "how many wait on a lane" }]);
    expect(readFileSync(log).equals(before)).toBe(true);
    other.remove();
  });

  it("is refused for an empty file", async () => {
    writeFileSync(path, "");
    await expect(repairStore({ directory, isDry: true })).rejects.toMatchObject({
      code: "store-older",
    });
  });
});

it("a repair leaves a pending compaction to the next start", async () => {
  const database = Database.open({ directory, fileName });
  database.write((connection) => requestCompaction(connection, "erased"));
  database.close();
  await repairStore({ directory });
  const pending = "select value from counters where name = 'erased'";
  expect(withFile((file) => file.prepare(pending).pluck().get())).toBe(2);
});

it("a repair that was cut short leaves a file that the next one replaces", async () => {
  damageLeaf("deliveries_by_sequence", 0);
  writeFileSync(`${path}.repairing`, "half of it");
  await repairStore({ directory });
  expect(existsSync(`${path}.repairing`)).toBe(false);
});

it("messages of a killed gateway's log are in the file that is written anew", async () => {
  const database = Database.open({ directory, fileName });
  database.write((connection) =>
    connection.run("update deliveries set message = 'changed' where position = 7"),
  );
  const log = readFileSync(`${path}-wal`);
  const file = readFileSync(path);
  database.close();
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  writeFileSync(path, file);
  damageLeaf("deliveries_by_identity", 0);
  writeFileSync(`${path}-wal`, log);
  await repairStore({ directory });
  const text = "select message from deliveries where position = 7";
  expect(withFile((opened) => opened.prepare(text).pluck().get())).toBe("changed");
});
