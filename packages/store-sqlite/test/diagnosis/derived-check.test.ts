import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DerivedCheck } from "../../src/diagnosis/derived-check.ts";
import { SqliteDiagnostician } from "../../src/diagnosis/diagnosis.ts";
import { OpenedStore } from "../support/opened-store.ts";
import { temporaryDirectory } from "../support/opened-stores.ts";

const never = new AbortController().signal;
const roomy = { type: 0xef53, bsize: 1024 * 1024, blocks: 100_000, bavail: 50_000 };

let store: OpenedStore;
let ended: number;
let check: DerivedCheck;

beforeEach(() => {
  store = new OpenedStore();
  ended = 0;
  check = new DerivedCheck(store.database.path, () => (ended += 1));
});
afterEach(() => store.close());

describe("the check of derived data", () => {
  it("tells a file that cannot be read as a fault", async () => {
    const { directory, remove } = temporaryDirectory();
    const path = join(directory, "wrong.db");
    writeFileSync(path, "what is this? ".repeat(1_000));
    const found = await new DerivedCheck(path, () => (ended += 1)).finding(never);
    expect(found).toMatchObject({ check: "sqlite-derived", level: "fault" });
    expect(found.advice).toContain("parley repair");
    expect(ended).toBe(1);
    remove();
  });

  it("tells a file that is gone as a fault, without its path", async () => {
    const found = await new DerivedCheck("/nowhere/at all.db", () => {}).finding(never);
    expect(found).toMatchObject({ check: "sqlite-derived", level: "fault" });
    expect(found.message).toContain("ENOENT");
    expect(JSON.stringify(found)).not.toContain("nowhere");
  });

  it("ends with its caller, and its thread too", async () => {
    const abort = new AbortController();
    const finding = check.finding(abort.signal);
    abort.abort();
    expect(await finding).toMatchObject({ check: "sqlite-derived", level: "warning" });
    await expect.poll(() => ended).toBe(1);
  });

  it("runs once for callers that ask at the same time", async () => {
    const found = await Promise.all([1, 2, 3].map(() => check.finding(never)));
    expect(found.map(({ level }) => level)).toEqual(["ok", "ok", "ok"]);
    expect(ended).toBe(1);
    await check.finding(never);
    expect(ended).toBe(2);
  });
});

it("a log that a reader kept from being cut after an erasure is cut when the doctor has read", async () => {
  const id = await store.bench.converse();
  const reader = new Sqlite(store.database.path, { readonly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from deliveries").get();
  await store.bench.erase(id);
  const log = `${store.database.path}-wal`;
  expect(statSync(log).size).toBeGreaterThan(0);
  reader.close();
  await new SqliteDiagnostician(store.database, async () => roomy).diagnose(never);
  expect(statSync(log).size).toBe(0);
});
