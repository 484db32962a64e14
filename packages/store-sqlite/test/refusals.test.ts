import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ParleyError } from "@parley/core";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/connection/connection.ts";
import { Database } from "../src/connection/database.ts";
import { migrate } from "../src/schema/migrate.ts";
import { migrations } from "../src/schema/migrations/all.ts";
import { requireFull, requireVersion } from "../src/connection/requirements.ts";
import { directoryError } from "../src/connection/store-error.ts";
import { fileName, temporaryDirectory } from "./support/opened-stores.ts";
import { doubtCommit } from "./support/opened-store.ts";
import { start } from "./programs/start.ts";

let directory = "";
let remove = (): void => {};
const path = (): string => join(directory, fileName);

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

/** The error of an opening: always a `ParleyError` with one sentence that names the file. */
function refusal(run: () => unknown = () => Database.open({ directory, fileName })): ParleyError {
  try {
    run();
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    expect(error.message).toMatch(/^[^\n]+\.$/);
    return error;
  }
  throw new Error("it opened");
}

function makeDatabase(): void {
  Database.open({ directory, fileName }).close();
}

async function openUnprivileged(where: string): Promise<unknown> {
  const child = start("open", where, "unprivileged");
  try {
    return await child.next();
  } finally {
    await child.kill();
  }
}

describe("opening is refused in one clear sentence", () => {
  it.each([
    ["ENOSPC", "no space is left there"],
    ["EROFS", "its file system is read-only"],
    ["EACCES", "its directory must exist and be writable for this user"],
  ])("that says what is wanting: %s", (code, wants) => {
    const { message } = directoryError("/data/parley.db", Object.assign(new Error("x"), { code }));
    expect(message).toBe(`/data/parley.db cannot be created or opened (${code}): ${wants}.`);
  });

  it("when a file has the directory's name", () => {
    writeFileSync(join(directory, "file"), "");
    const error = refusal(() =>
      Database.open({ directory: join(directory, "file", "data"), fileName }),
    );
    expect(error.code).toBe("store-directory");
    expect(error.message).toContain(join(directory, "file", "data"));
  });

  it("when its file system cannot have directories, instead of trying for ever", () => {
    const error = refusal(() => Database.open({ directory: "/proc/parley/data", fileName }));
    expect(error.code).toBe("store-directory");
  });

  it("when the directory is not writable", async () => {
    const locked = join(directory, "locked");
    mkdirSync(locked, { mode: 0o555 });
    chmodSync(directory, 0o755);
    expect(await openUnprivileged(locked)).toMatchObject({ code: "store-directory" });
  });

  it("when the file is read-only", async () => {
    const shared = join(directory, "shared");
    chmodSync(directory, 0o755);
    Database.open({ directory: shared, fileName }).close();
    chmodSync(shared, 0o777);
    chmodSync(join(shared, fileName), 0o444);
    if (process.geteuid?.() === 0) chownSync(join(shared, `${fileName}.owner`), 65534, 65534);
    expect(await openUnprivileged(shared)).toMatchObject({ code: "store-read-only" });
    // SQLite would create a read-only log beside the read-only file.
    expect(readdirSync(shared).toSorted()).toEqual([fileName, `${fileName}.owner`]);
  });

  it("when the file is no database", () => {
    writeFileSync(path(), "what is this? ".repeat(1000));
    expect(refusal().code).toBe("store-corrupt");
  });

  it("when a page of the file is damaged", () => {
    makeDatabase();
    const bytes = readFileSync(path());
    writeFileSync(path(), bytes.fill(0x5a, 2 * 4096, 3 * 4096));
    expect(refusal().code).toBe("store-corrupt");
  });

  it("when the end of the file is missing", () => {
    makeDatabase();
    truncateSync(path(), 3 * 4096);
    expect(refusal().code).toBe("store-corrupt");
  });

  it("when the file belongs to another program that counts its schema's versions in the same table", () => {
    new Sqlite(path())
      .exec("create table schema_version (installed_rank integer, version text)")
      .close();
    expect(refusal()).toMatchObject({ code: "store-foreign", retryable: false });
  });

  it("when the file belongs to another program", () => {
    new Sqlite(path()).exec("create table songs (title text)").close();
    expect(refusal().code).toBe("store-foreign");
  });

  it("when the schema is newer than this version can read", () => {
    makeDatabase();
    step(newer, newer);
    const error = refusal();
    expect(error.code).toBe("store-newer");
    expect(error.message).toContain(`version ${newer}`);
  });

  it("not when the newer schema still allows this version", () => {
    makeDatabase();
    step(newer, latest);
    makeDatabase();
  });

  it("when the file is from before the first release", () => {
    const file = new Sqlite(path());
    file.exec("create table schema (version integer, oldest_reader integer, opened integer)");
    file.exec("create table channel_keys (channel integer primary key, key text)");
    file.close();
    const error = refusal();
    expect(error.code).toBe("store-older");
    expect(error.message).toContain("was made by a Parley from before the first release");
  });

  it("when SQLite has the WAL-reset bug", () => {
    expect(refusal(() => requireVersion("3.51.2")).code).toBe("store-sqlite-too-old");
    expect(refusal(() => requireVersion("3.9.0")).code).toBe("store-sqlite-too-old");
    for (const version of ["3.51.3", "3.52.0", "4.0.0"]) requireVersion(version);
  });

  it("when commits would not reach the disk", () => {
    expect(refusal(() => requireFull(1, path())).code).toBe("store-not-durable");
    for (const level of [2, 3]) requireFull(level, path());
  });

  it("and after a refusal the file is free again", () => {
    makeDatabase();
    step(newer, newer);
    refusal();
    refusal();
    setVersion(latest);
    makeDatabase();
  });
});

describe("an opening whose first write fails", () => {
  it("leaves no connection behind", () => {
    const opened = vi.spyOn(Connection, "open");
    const closed = vi.spyOn(Connection.prototype, "close");
    doubtCommit();
    expect(refusal().code).toBe("store-failed");
    expect(opened).toHaveBeenCalledTimes(1);
    expect(closed.mock.contexts).toEqual(opened.mock.results.map(({ value }) => value));
    vi.restoreAllMocks();
    makeDatabase();
  });
});

describe("one file has one owner", () => {
  it("so that a second process is told who has it, and gets it once the first was killed", async () => {
    const first = start("open", directory);
    try {
      expect(await first.next()).toEqual({ code: "opened" });
      const error = refusal();
      expect(error.code).toBe("store-owned");
      expect(error.message).toContain(`process ${first.pid} on `);
    } finally {
      await first.kill();
    }
    makeDatabase();
  });

  it("within one process too", () => {
    const first = Database.open({ directory, fileName });
    expect(refusal().code).toBe("store-owned");
    first.close();
    makeDatabase();
  });
});

const latest = migrations.length;
const newer = latest + 1;

function setVersion(version: number): void {
  const connection = Connection.open(path());
  connection.run("update parley_schema set version = ?, oldest_reader = ?", version, version);
  connection.close();
}

/** Adds an empty step to the file's schema, as a newer version would. */
function step(version: number, oldestReader: number): void {
  const connection = Connection.open(path());
  migrate(connection, [...migrations, { version, oldestReader, sql: "" }]);
  connection.close();
}
