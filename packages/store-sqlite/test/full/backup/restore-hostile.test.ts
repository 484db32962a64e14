import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../../src/connection/database.ts";
import { restoreBackup } from "../../../src/index.ts";
import { adminToken, MadeBackup } from "../../backup/made-backup.ts";
import { fileName } from "../../support/opened-stores.ts";

let made: MadeBackup;
let from = "";
let target = "";

beforeEach(async () => {
  made = await MadeBackup.make();
  ({ from, target } = made);
});
afterEach(() => made[Symbol.dispose]());

/** Replaces a file that the manifest names. */
function instead(name: string, put: (path: string) => void): () => void {
  return () => {
    const path = join(from, name);
    rmSync(path, { force: true });
    put(path);
  };
}

/** Adds a file to the backup and to its manifest, which stays valid. */
function beside(name: string): () => void {
  return () => {
    copyFileSync(join(from, fileName), join(from, name));
    made.writeManifest({}, [fileName, name]);
  };
}

describe("of a forged backup", () => {
  it.each([
    ["a link to a device", instead(fileName, (path) => symlinkSync("/dev/zero", path))],
    ["a link to a file", instead("admin-token", linkToSecret)],
    ["a pipe", instead(fileName, (path) => execFileSync("mkfifo", [path]))],
    ["a directory", instead("admin-token", (path) => mkdirSync(path))],
    ["a link to a directory", instead("admin-token", (path) => symlinkSync(".", path))],
    [
      "a manifest that is a pipe",
      instead("manifest.json", (path) => execFileSync("mkfifo", [path])),
    ],
    ["a manifest without end", longManifest],
    ["another program's database", foreignDatabase],
    ["a store that is no database", () => notADatabase()],
    ["an owner file", beside(`${fileName}.owner`)],
    ["a log", beside(`${fileName}-WAL`)],
    ["a journal", beside("console.db-journal")],
    ["half a restore", beside("x.restoring")],
    ["no store", () => made.writeManifest({}, ["admin-token"])],
    ["a store by another name", anotherName],
  ])("%s is refused, and nothing is left", async (_name, spoil) => {
    spoil();
    await expect(restoreBackup({ from, directory: target })).rejects.toMatchObject({
      code: "backup-damaged",
    });
    expect(made.left()).toEqual([]);
  });

  it("reading a long file stops as soon as it is too long", async () => {
    truncateSync(join(from, "admin-token"), 64 * 1024 ** 3);
    await expect(restoreBackup({ from, directory: target })).rejects.toMatchObject({
      code: "backup-damaged",
    });
    expect(made.left()).toEqual([]);
  });
});

describe("a gateway that runs on the target", () => {
  it.each([fileName, "chat.db", "chat"])("is known by the owner of its file, %s", async (name) => {
    const running = Database.open({ directory: target, fileName: name });
    const restoring = restoreBackup({ from, directory: target, replace: true });
    await expect(restoring).rejects.toMatchObject({
      code: "store-owned",
      message: expect.stringContaining(`${join(target, name)} is in use by process ${process.pid}`),
    });
    running.close();
    expect(existsSync(join(target, "admin-token"))).toBe(false);
    await restoreBackup({ from, directory: target, replace: true });
    expect(existsSync(join(target, "admin-token"))).toBe(true);
  });
});

describe("a store of another name", () => {
  it("is restored under its name when that is given", async () => {
    anotherName();
    await restoreBackup({ from, directory: target, fileName: "x.db" });
    expect(made.left().toSorted()).toEqual(["admin-token", "x.db"]);
  });
});

function anotherName(): void {
  copyFileSync(join(from, fileName), join(from, "x.db"));
  made.writeManifest({}, ["x.db", "admin-token"]);
}

/** Valid, but endless. */
function longManifest(): void {
  appendFileSync(join(from, "manifest.json"), " ".repeat(2 * 1024 ** 2));
}

function linkToSecret(path: string): void {
  const secret = join(made.scratch, "secret");
  writeFileSync(secret, adminToken);
  symlinkSync(secret, path);
}

function foreignDatabase(): void {
  rmSync(join(from, fileName));
  const database = new Sqlite(join(from, fileName));
  database.exec("create table t (a)");
  database.close();
  made.writeManifest();
}

function notADatabase(): void {
  writeFileSync(join(from, fileName), readFileSync(join(from, "admin-token")));
  made.writeManifest();
}
