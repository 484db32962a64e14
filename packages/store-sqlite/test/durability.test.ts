import { statSync } from "node:fs";
import { join } from "node:path";
import { anInboundAppend, StoreBench } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "./support/opened-stores.ts";
import { start } from "./programs/start.ts";

interface Told {
  readonly stored: readonly (readonly [
    conversationId: string,
    sequence: number,
    message: string,
  ])[];
}

let directory = "";
let remove = (): void => {};

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

describe("what was answered is on the disk", () => {
  it("as a missing directory is made, for its owner only, and the file is synchronised in full", async () => {
    const place = { directory: join(directory, "deep", "data"), fileName };
    const database = Database.open(place);
    await storesOver(database).channels.remove("nobody", 0);
    expect(database.read((connection) => connection.get("pragma synchronous"))).toEqual({
      synchronous: 2,
    });
    expect(database.read((connection) => connection.get("pragma journal_mode"))).toEqual({
      journal_mode: "wal",
    });
    expect(statSync(place.directory).mode & 0o777).toBe(0o700);
    for (const suffix of ["", "-wal"]) {
      expect(statSync(join(place.directory, fileName + suffix)).mode & 0o777).toBe(0o600);
    }
    database.close();
  });

  it(
    "though the process is killed at any instant: nothing is missing, moved or doubled",
    {
      timeout: 300_000,
    },
    async () => {
      const told: Told["stored"][number][] = [];
      for (let run = 0; run < 5; run += 1) {
        told.push(...(await loadUntilKilled(run)));
        const database = Database.open({ directory, fileName });
        expect(database.read((c) => c.all("pragma integrity_check"))).toEqual([
          { integrity_check: "ok" },
        ]);
        expect(lanesAreSound(database)).toBe(true);
        const found = await messagesOf(database);
        for (const [conversationId, sequence, message] of told) {
          expect(found.get(`${conversationId}.${sequence}`)).toBe(message);
        }
        expect(new Set(found.values()).size).toBe(found.size);
        database.close();
      }
      expect(told.length).toBeGreaterThan(500);
    },
  );

  it("and an empty commit proves that the store can write, by writing", async () => {
    const database = Database.open({ directory, fileName });
    const { messages } = storesOver(database);
    const bench = new StoreBench({
      ...storesOver(database),
      messages,
      reopen: never,
      close: async () => {},
    });
    const before = statSync(join(directory, `${fileName}-wal`)).size;
    await bench.commit({});
    expect(statSync(join(directory, `${fileName}-wal`)).size).toBeGreaterThan(before);
    await bench.append(anInboundAppend());
    database.close();
  });
});

async function never(): Promise<never> {
  throw new Error("not reopened here");
}

/** Runs the load program and kills it during its work. Returns what it reported as stored. */
async function loadUntilKilled(run: number): Promise<Told["stored"]> {
  const child = start("load", directory, `${run}`);
  const told: Told[] = [];
  for (let count = 0; count < 20 + run; count += 1) told.push((await child.next()) as Told);
  await child.kill();
  for (let last = await child.next(); last !== null; last = await child.next())
    told.push(last as Told);
  return told.flatMap(({ stored }) => stored);
}

/** Every lane's count is the number of its waiting deliveries, and its head is the first of them. */
function lanesAreSound(database: Database): boolean {
  const lanes = `select conversation, kind, waiting, head from lanes order by conversation, kind`;
  const waiting = `select conversation, kind, count(*) as waiting, min(sequence) as head from deliveries
    where state = 0 group by conversation, kind order by conversation, kind`;
  return database.read((c) => JSON.stringify(c.all(lanes)) === JSON.stringify(c.all(waiting)));
}

async function messagesOf(database: Database): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const { conversations } = storesOver(database);
  for (const { id } of (await conversations.list({ before: null, limit: 200 })).items) {
    for (let before: string | null = "9999999"; before !== null;) {
      const page = await conversations.messages(id, { before, limit: 200 });
      for (const { sequence, message } of page.items) found.set(`${id}.${sequence}`, message);
      before = page.next;
    }
  }
  return found;
}
