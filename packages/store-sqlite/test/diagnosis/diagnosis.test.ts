import { chmodSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Diagnostician, type Finding } from "@parley/core";
import { Container } from "inversify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { SqliteDiagnostician } from "../../src/diagnosis/diagnosis.ts";
import type { DiskFacts } from "../../src/diagnosis/disk-findings.ts";
import { requestCompaction } from "../../src/erase/pending-compaction.ts";
import { erasedFinding, logFinding } from "../../src/diagnosis/file-findings.ts";
import { storeSqlite } from "../../src/index.ts";
import { fileName, temporaryDirectory } from "../support/opened-stores.ts";

const mebibyte = 1024 * 1024;
const ext4 = 0xef53;
const roomy: DiskFacts = { type: ext4, bsize: mebibyte, blocks: 100_000, bavail: 50_000 };

let directory = "";
let remove = (): void => {};
let database: Database;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory, fileName });
  // A gateway does this regularly. It also creates the log.
  database.write((connection) => connection.run("update counters set value = value"));
});
afterEach(() => {
  database.close();
  remove();
});

const diagnose = (disk: DiskFacts = roomy): Promise<readonly Finding[]> =>
  new SqliteDiagnostician(database, async () => disk).diagnose(new AbortController().signal);

/** The findings that are not `ok`, as `check level`. */
async function troubles(disk?: DiskFacts): Promise<readonly string[]> {
  const found = await diagnose(disk);
  return found
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, advice }) => {
      expect(advice).toBeTruthy();
      return `${check} ${level}`;
    });
}

describe("the doctor at a store in SQLite", () => {
  it("reports no problem for a new store with enough disk space, and names its checks", async () => {
    expect(await troubles()).toEqual([]);
    expect((await diagnose()).map(({ check }) => check)).toEqual([
      "sqlite-durability",
      "sqlite-schema",
      "sqlite-place",
      "sqlite-disk",
      "sqlite-file-system",
      "sqlite-log",
      "sqlite-privacy",
      "sqlite-erased",
      "sqlite-derived",
    ]);
  });

  it("is bound by the store's module, and asks the real disk", async () => {
    database.close();
    const container = new Container();
    const module = storeSqlite({ directory });
    await container.loadAsync(module);
    const found = await (
      await container.getAsync(Diagnostician)
    ).diagnose(AbortSignal.timeout(5_000));
    expect(found.find(({ check }) => check === "sqlite-disk")?.message).toMatch(/\d+ MB left/);
    await container.unloadAsync(module);
  });

  it("reads durability back from the connection that writes", async () => {
    database.read((connection) => connection.script("pragma synchronous = normal"));
    expect(await troubles()).toEqual(["sqlite-durability fault"]);
  });

  for (const [megabytes, of, trouble] of [
    [99, 50_000, "sqlite-disk fault"],
    [1_000, 5_000, "sqlite-disk warning"],
    [4_999, 50_000, "sqlite-disk warning"],
  ] as const) {
    it(`tells of a disk with ${megabytes} of ${of} MB left`, async () => {
      expect(await troubles({ ...roomy, blocks: of, bavail: megabytes })).toEqual([trouble]);
    });
  }

  for (const [kind, type, trouble] of [
    ["NFS", 0x6969, "sqlite-file-system fault"],
    ["SMB, as a signed number", 0xfe534d42 | 0, "sqlite-file-system fault"],
    ["tmpfs", 0x01021994, "sqlite-file-system warning"],
  ] as const) {
    it(`tells of a database on ${kind}`, async () => {
      expect(await troubles({ ...roomy, type })).toEqual([trouble]);
    });
  }

  it("reports a log that is never checkpointed", async () => {
    const other = join(directory, "other.db");
    writeFileSync(`${other}-wal`, "");
    truncateSync(`${other}-wal`, 256 * mebibyte);
    expect(await logFinding(other)).toMatchObject({ check: "sqlite-log", level: "ok" });
    truncateSync(`${other}-wal`, 257 * mebibyte);
    expect(await logFinding(other)).toMatchObject({ check: "sqlite-log", level: "warning" });
  });

  it("reports a file that is too large to be compacted after an erasure", async () => {
    expect(erasedFinding(false, 257 * mebibyte).level).toBe("ok");
    expect(erasedFinding(true, 257 * mebibyte)).toMatchObject({ level: "warning" });
    expect(erasedFinding(true, 256 * mebibyte).level).toBe("ok");
    const message = async () =>
      (await diagnose()).find(({ check }) => check === "sqlite-erased")?.message;
    expect(await message()).toContain("holds nothing");
    database.write((connection) => requestCompaction(connection, "purged"));
    expect(await message()).toContain("holds nothing");
    database.write((connection) => requestCompaction(connection, "erased"));
    database.write((connection) => requestCompaction(connection, "purged"));
    expect(await message()).toContain("next start");
  });

  it("reports files that other users can read", async () => {
    chmodSync(join(directory, fileName), 0o644);
    expect(await troubles()).toEqual(["sqlite-privacy warning"]);
    chmodSync(directory, 0o755);
    const found = await diagnose();
    const { message } = found.find(({ check }) => check === "sqlite-privacy") as Finding;
    expect(message).toContain("its directory, the database");
  });

  it("reports a schema of a newer gateway", async () => {
    database.write((connection) => connection.run("update parley_schema set version = 99"));
    expect(await troubles()).toEqual(["sqlite-schema warning"]);
  });

  it("does not reveal the path", async () => {
    chmodSync(directory, 0o755);
    expect(JSON.stringify(await diagnose())).not.toContain(directory);
  });
});
