import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { sequenceGap } from "../../src/diagnosis/derived-data.ts";
import { DerivedCheck } from "../../src/diagnosis/derived-check.ts";
import { repairStore } from "../../src/diagnosis/repair.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";
import { TwinStores } from "../support/twin-stores.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { plantedFaults } from "./planted-faults.ts";

/** Everything that a repair may compute anew, but what only a lane knew. */
const derived = [
  "select * from activities order by conversation",
  "select conversation, kind, channel, head, waiting from lanes order by conversation, kind",
  "select conversation, sequence, newest, state from deliveries order by conversation, sequence",
  "select * from idempotency_keys order by conversation, key",
  "select * from plugin_instances",
  "select * from plugin_entries order by key",
];

const fields = { value: '"ü"', conversationId: null, expiresAt: null, when: {} };
const ofPlugin = {
  instance: "desk",
  writes: [
    { kind: "put", key: "poll", due: 5, ...fields },
    { kind: "put", key: "thread", due: null, ...fields },
  ] as const,
  limits: { entries: 9, bytes: 999 },
};

const sound = temporaryDirectory();
let directory = "";
let remove = (): void => {};

/** A file with messages of every kind and state, and more on each lane than one. */
beforeAll(async () => {
  const stores = new TwinStores();
  for (let step = 0; step < 60; step += 1) await stores.step();
  await stores.bench.commit({ states: [ofPlugin] });
  stores.database.read((connection) =>
    connection.script(`vacuum into '${join(sound.directory, fileName)}'`),
  );
  stores.close();
});
afterAll(() => sound.remove());
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  copyFileSync(join(sound.directory, fileName), join(directory, fileName));
});
afterEach(() => remove());

function withFile<Result>(work: (file: Sqlite.Database) => Result): Result {
  const file = new Sqlite(join(directory, fileName));
  try {
    return work(file);
  } finally {
    file.close();
  }
}

function closeGap(file: Sqlite.Database): void {
  const closed = file.prepare(
    "update activities set last_sequence = last_sequence - ? where last_sequence > ?",
  );
  expect(closed.run(sequenceGap, sequenceGap).changes).toBe(1);
}

const contents = () => withFile((file) => derived.map((sql) => file.prepare(sql).all()));
const check = async () => (await repairStore({ directory, isDry: true })).found;
const doctor = () =>
  new DerivedCheck(join(directory, fileName), () => {}).finding(new AbortController().signal);

it("a sound file has nothing to repair", async () => {
  expect(await check()).toEqual([]);
  const before = contents();
  expect(await repairStore({ directory })).toEqual({ found: [], keptAs: null });
  expect(contents()).toEqual(before);
});

describe.each(plantedFaults)("a file in which $name", (planted: PlantedFault) => {
  const { check: name, plant, leavesGap = false } = planted;
  it("is found, told by the doctor, and mended", async () => {
    const before = contents();
    withFile(plant);
    const found = await check();
    expect(found.map((one) => one.name)).toContain(name);
    expect(await doctor()).toMatchObject({ level: "fault" });
    // In two of them, rows were moved or deleted behind the index.
    const { found: mended } = await repairStore({ directory, acceptsLoss: true });
    expect(mended.map((one) => one.name)).toContain(name);
    expect(await check()).toEqual([]);
    expect(await doctor()).toMatchObject({ level: "ok" });
    withFile((file) => {
      expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
    });
    if (leavesGap) withFile(closeGap);
    // Rows that were changed to plant a fault in an index stay as they are.
    if (name !== "indexes") expect(contents()).toEqual(before);
    const database = Database.open({ directory, fileName });
    const { messages } = storesOver(database);
    expect((await messages.nextDueAt()).outbound).not.toBeNull();
    database.close();
  });
});

it("the planted faults are 25 at least, and every check has one", () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(25);
});

describe("a repair", () => {
  it("reports each step, and stops between two", async () => {
    const steps: (readonly [number, number])[] = [];
    const abort = new AbortController();
    const onStep = (done: number, total: number): void => {
      steps.push([done, total]);
      if (done === 3) abort.abort();
    };
    await expect(repairStore({ directory, onStep, signal: abort.signal })).rejects.toThrow(
      "aborted",
    );
    expect(steps.map(([done]) => done)).toEqual([1, 2, 3]);
    expect(steps[0]?.[1]).toBeGreaterThan(20);
    expect(await check()).toEqual([]);
  });

  it("is refused while a gateway has the file open, and where there is none", async () => {
    const database = Database.open({ directory, fileName });
    await expect(check()).rejects.toMatchObject({ code: "store-owned" });
    database.close();
    rmSync(join(directory, fileName));
    await expect(check()).rejects.toMatchObject({ code: "store-directory" });
  });

  it("is refused for a file in which more than derived data is damaged", async () => {
    writeFileSync(join(directory, fileName), "what is this? ".repeat(1_000));
    await expect(check()).rejects.toMatchObject({ code: "store-corrupt" });
  });
});
