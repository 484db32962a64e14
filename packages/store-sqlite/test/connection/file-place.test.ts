import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { anInboundAppend, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { SqliteDiagnostician } from "../../src/diagnosis/diagnosis.ts";
import { systemDisk } from "../../src/diagnosis/disk-findings.ts";
import { fileName, temporaryDirectory } from "../support/opened-stores.ts";
import { doubtCommit, OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;
let path = "";

beforeEach(async () => {
  opened = new OpenedStore();
  path = join(opened.directory, fileName);
  await opened.bench.append(anInboundAppend(), noLeases);
});
afterEach(() => opened.close());

const append = () => opened.bench.append(anInboundAppend(), noLeases);
const moved = { code: "store-moved", retryable: true };
const count = () => opened.count("select count(*) as n from deliveries");
const diagnosed = async () => {
  const found = await new SqliteDiagnostician(opened.database, systemDisk).diagnose(
    new AbortController().signal,
  );
  return found.find(({ check }) => check === "sqlite-place")?.level;
};

describe("a database file that is moved or deleted while it is open", () => {
  it.each([
    ["deletes", () => rmSync(path)],
    ["moves", () => renameSync(path, `${path}.old`)],
    [
      "replaces",
      () => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ])("takes no message that a restart would lose: who %s it", async (_, take) => {
    take();
    await expect(append()).rejects.toMatchObject(moved);
    await expect(append()).rejects.toThrow(`${path} was deleted, moved or replaced`);
    expect([count(), await diagnosed()]).toEqual([1, "fault"]);
  });

  it("accepts messages again once it is back, with all its data", async () => {
    expect(await diagnosed()).toBe("ok");
    renameSync(path, `${path}.old`);
    await expect(append()).rejects.toMatchObject(moved);
    renameSync(`${path}.old`, path);
    await append();
    expect([count(), await diagnosed()]).toEqual([2, "ok"]);
  });

  it("is saved whole by a backup", async () => {
    const { directory, remove } = temporaryDirectory();
    rmSync(path);
    const copy = join(directory, fileName);
    await opened.database.copyTo(copy, () => {}, new AbortController().signal);
    const saved = Database.open({ directory, fileName });
    const rows = saved.read((connection) => connection.all("select position from deliveries"));
    expect(rows).toHaveLength(1);
    saved.close();
    remove();
  });

  it("is saved by a backup also after a failed COMMIT", async () => {
    const { directory, remove } = temporaryDirectory();
    doubtCommit();
    await expect(append()).rejects.toMatchObject({ code: "store-failed" });
    rmSync(path);
    await expect(append()).rejects.toMatchObject(moved);
    await opened.database.copyTo(join(directory, fileName), () => {}, new AbortController().signal);
    const saved = Database.open({ directory, fileName });
    expect(
      saved.read((connection) => connection.all("select position from deliveries")),
    ).toHaveLength(2);
    saved.close();
    remove();
  });

  it("is not confused with another file at its path when it is opened again", async () => {
    copyFileSync(path, `${path}.copy`);
    doubtCommit();
    await expect(append()).rejects.toMatchObject({ code: "store-failed" });
    renameSync(`${path}.copy`, path);
    expect(count).toThrow(expect.objectContaining(moved));
    await expect(append()).rejects.toMatchObject(moved);
  });
});

describe("a log whose database is missing at a start", () => {
  it("is not deleted in favour of an empty database", () => {
    const { directory, remove } = temporaryDirectory();
    const log = join(directory, `${fileName}-wal`);
    copyFileSync(`${path}-wal`, log);
    const open = () => Database.open({ directory, fileName });
    expect(open).toThrow(expect.objectContaining({ code: "store-moved" }));
    expect(open).toThrow("its write-ahead log");
    copyFileSync(path, join(directory, fileName));
    const opened = open();
    expect(
      opened.read((connection) => connection.all("select position from deliveries")),
    ).toHaveLength(1);
    opened.close();
    remove();
  });
});

describe("a relative directory", () => {
  it("stays the same when the process changes its working directory", () => {
    const { directory, remove } = temporaryDirectory();
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(directory);
    const opened = Database.open({ directory: "data", fileName });
    cwd.mockRestore();
    expect(opened.path).toBe(join(directory, "data", fileName));
    opened.close();
    remove();
  });
});
