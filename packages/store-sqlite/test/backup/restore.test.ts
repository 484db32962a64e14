import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { restoreBackup } from "../../src/index.ts";
import { adminToken, MadeBackup } from "./made-backup.ts";
import { fileName, storesOver } from "../support/opened-stores.ts";

let made: MadeBackup;
let from = "";
let target = "";

beforeEach(async () => {
  made = await MadeBackup.make();
  ({ from, target } = made);
});
afterEach(() => made[Symbol.dispose]());

async function conversationsIn(directory: string): Promise<number> {
  const database = Database.open({ directory, fileName });
  const page = await storesOver(database).conversations.list({ before: null, limit: 10 });
  database.close();
  return page.items.length;
}

describe("a backup is restored", () => {
  it("into a new directory, for its owner only, and the store opens there", async () => {
    const copied: string[] = [];
    const restored = await restoreBackup({
      from,
      directory: target,
      onFile: (name) => copied.push(name),
    });
    expect(restored).toMatchObject({ manifest: { takenAt: 1_000 }, movedTo: null });
    expect(copied).toEqual([fileName, "admin-token"]);
    expect(readFileSync(join(target, "admin-token"), "utf8")).toBe(adminToken);
    for (const name of copied) expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
    expect(statSync(target).mode & 0o777).toBe(0o700);
    expect(await conversationsIn(target)).toBe(1);
  });

  it("over existing files only on request; they are moved aside with their logs", async () => {
    mkdirSync(target, { recursive: true });
    for (const name of [fileName, `${fileName}-wal`, "notes.txt"])
      writeFileSync(join(target, name), `old ${name}`);
    await expect(restoreBackup({ from, directory: target })).rejects.toMatchObject({
      code: "restore-not-empty",
      message: expect.stringContaining(`${fileName}, ${fileName}-wal`),
    });
    expect(readFileSync(join(target, fileName), "utf8")).toBe(`old ${fileName}`);
    expect(readdirSync(target).filter((name) => name.endsWith(".restoring"))).toEqual([]);

    const { movedTo } = await restoreBackup({ from, directory: target, replace: true });
    expect(movedTo).toBe(join(target, "replaced-1"));
    expect(readdirSync(movedTo ?? "").toSorted()).toEqual([fileName, `${fileName}-wal`]);
    expect(readFileSync(join(target, "notes.txt"), "utf8")).toBe("old notes.txt");
    expect(await conversationsIn(target)).toBe(1);
    const again = await restoreBackup({ from, directory: target, replace: true });
    expect(again.movedTo).toBe(join(target, "replaced-2"));
  });
});

describe("a restore leaves everything as it was", () => {
  it("when the target is inside the backup, which stays as it is", async () => {
    const before = readdirSync(from);
    const link = join(made.scratch, "link");
    symlinkSync(from, link);
    for (const directory of [from, join(from, "data"), join(from, "a", "b"), join(link, "c")])
      await expect(restoreBackup({ from, directory, replace: true })).rejects.toMatchObject({
        code: "restore-not-empty",
        message: expect.stringContaining("is inside the backup"),
      });
    expect(readdirSync(from)).toEqual(before);
  });

  it("while a gateway owns the target", async () => {
    const owner = Database.open({ directory: target, fileName });
    await expect(restoreBackup({ from, directory: target, replace: true })).rejects.toMatchObject({
      code: "store-owned",
    });
    owner.close();
    expect(await conversationsIn(target)).toBe(0);
  });

  it.each([
    ["without a manifest", () => rmSync(join(from, "manifest.json"))],
    ["with a manifest that is none", () => writeFileSync(join(from, "manifest.json"), "{")],
    ["of a format to come", () => made.writeManifest({ format: 2 })],
    ["without files", () => made.writeManifest({ files: [] })],
    ["with a file missing", () => rmSync(join(from, "admin-token"))],
    ["with a byte changed", () => writeFileSync(join(from, "admin-token"), "the-admin-tokem\n")],
    ["with a file cut short", () => writeFileSync(join(from, fileName), "SQLite format 3\0")],
    ["of a database that is damaged, though the manifest was made of it", damageDatabase],
    ["that leads out of the directory", () => rename("../admin-token")],
    ["that hides a file", () => rename(".bashrc")],
    ["that holds one name twice", () => rename(fileName)],
  ])("for a backup %s", async (_name, spoil) => {
    spoil();
    await expect(restoreBackup({ from, directory: target })).rejects.toMatchObject({
      code: "backup-damaged",
    });
    expect(made.left()).toEqual([]);
  });
});

it("a backup from before the first release is told as one, and not restored", async () => {
  rmSync(join(from, fileName));
  new Sqlite(join(from, fileName)).exec("create table channel_keys (key text)").close();
  made.writeManifest();
  await expect(restoreBackup({ from, directory: target })).rejects.toMatchObject({
    code: "store-older",
    message: expect.stringContaining("from before the first release"),
  });
  expect(made.left()).toEqual([]);
});

function damageDatabase(): void {
  const bytes = readFileSync(join(from, fileName));
  writeFileSync(join(from, fileName), bytes.fill(0xa5, 8_192, 16_384));
  made.writeManifest();
}

/** Gives the small file another name in the manifest. */
function rename(name: string): void {
  const manifest = JSON.parse(readFileSync(join(from, "manifest.json"), "utf8")) as {
    files: { name: string }[];
  };
  const [database, other] = manifest.files;
  made.writeManifest({ files: [database, { ...other, name }] });
}
