import type { Finding } from "@parley/core";
import { Client } from "pg";
import { startPostgres } from "@parley/embedded-postgres";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { moveKey } from "../../src/connection/owner.ts";
import { Database } from "../../src/connection/database.ts";
import { PostgresDiagnostician } from "../../src/diagnosis/diagnosis.ts";
import {
  autovacuumFinding,
  connectionsFinding,
  durabilityFinding,
  locksFinding,
  tlsFinding,
} from "../../src/diagnosis/server-findings.ts";
import { serverFacts } from "../../src/diagnosis/server-facts.ts";
import { freshSchema, postgres, stopPostgres } from "../support/opened-stores.ts";

const durable = startPostgres();
let database: Database;
let schema = "";

beforeEach(async () => {
  schema = freshSchema();
  database = await open();
});
afterEach(() => database.close());
afterAll(async () => {
  await stopPostgres();
  await (await durable).stop();
});

async function open(settings = ""): Promise<Database> {
  const { connectionString } = await durable;
  const connection = { connectionString, options: settings };
  return Database.open({ connection, schema, allowNonDurable: true });
}

const wallClock = { now: () => Date.now() };

async function troubles(of = database, now = wallClock.now): Promise<readonly string[]> {
  const found = await new PostgresDiagnostician(of, { now }).diagnose();
  return found
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, advice }) => {
      expect(advice).toBeTruthy();
      return `${check} ${level}`;
    });
}

async function client(): Promise<Client> {
  const opened = new Client({ connectionString: (await durable).connectionString });
  await opened.connect();
  onTestFinished(() => opened.end());
  return opened;
}

describe("the doctor at a store in PostgreSQL", () => {
  it("reports no problem for a durable server, and names its checks", async () => {
    expect(await troubles()).toEqual([]);
    const found = await new PostgresDiagnostician(database, wallClock).diagnose();
    expect(found.map(({ check }) => check)).toEqual([
      "postgres-durability",
      "postgres-schema",
      "postgres-nodes",
      "postgres-clock",
      "postgres-pool",
      "postgres-connections",
      "postgres-locks",
      "postgres-autovacuum",
      "postgres-tls",
    ]);
  });

  it("reports synchronous_commit switched off for its own sessions only", async () => {
    const loose = await open("-c synchronous_commit=off");
    onTestFinished(() => loose.close());
    expect(await troubles(loose)).toEqual(["postgres-durability fault"]);
  });

  it("tells of a server without fsync", async () => {
    const { connectionString } = await postgres();
    const loose = await Database.open({
      connection: connectionString,
      schema,
      allowNonDurable: true,
    });
    onTestFinished(() => loose.close());
    expect(await troubles(loose)).toContain("postgres-durability fault");
  });

  it("tells of a clock that is not the database's", async () => {
    expect(await troubles(database, () => Date.now() + 3_000)).toEqual(["postgres-clock fault"]);
    expect(await troubles(database, () => Date.now() - 3_000)).toEqual(["postgres-clock fault"]);
  });

  it("gives advice when the database's clock was set back", async () => {
    const adviceAt = async (now: () => number) => {
      const found = await new PostgresDiagnostician(database, { now }).diagnose();
      return found.find(({ check }) => check === "postgres-clock")?.advice;
    };
    expect(await adviceAt(() => Date.now() + 3_000)).toContain("restart the nodes");
    expect(await adviceAt(() => Date.now() - 3_000)).not.toContain("restart");
  });

  it("reports a schema of a newer gateway", async () => {
    const admin = await client();
    await admin.query(`update "${schema}".parley_schema set version = 99`);
    expect(await troubles()).toEqual(["postgres-schema warning"]);
  });

  it("tells of a node of an earlier version", async () => {
    const earlier = await client();
    await earlier.query("select pg_advisory_lock_shared($1::bigint)", [moveKey(schema)]);
    expect(await troubles()).toEqual(["postgres-nodes warning"]);
  });

  it("tells of a session of ours that waits for a lock", async () => {
    const admin = await client();
    await admin.query(`begin; lock table "${schema}".lanes`);
    const waiting = await client();
    await waiting.query(`set application_name = 'parley ${schema}'`);
    const held = waiting.query(`begin; lock table "${schema}".lanes`);
    const asks = async () => (await serverFacts(database)).lockWaits;
    await expect.poll(asks).toBe(1);
    expect(await troubles()).toEqual(["postgres-locks warning"]);
    await admin.query("rollback");
    await held;
  });

  it("tells of calls that wait for a connection", async () => {
    const work = Array.from({ length: 20 }, () => serverFacts(database));
    expect(await troubles()).toContain("postgres-pool warning");
    await Promise.all(work);
  });

  it("judges the facts of a server", async () => {
    const facts = await serverFacts(database);
    const levels = (found: readonly Finding[]) => found.map(({ level }) => level);
    const judged = [
      durabilityFinding({ ...facts, fullPageWrites: "off" }),
      durabilityFinding({ ...facts, synchronousCommit: "remote_apply" }),
      autovacuumFinding({ ...facts, autovacuum: "off" }),
      connectionsFinding({ ...facts, connections: 95, connectionLimit: 100 }),
      connectionsFinding({ ...facts, connections: 5, connectionLimit: 100 }),
      locksFinding({ ...facts, oldestTransactionSeconds: 301 }),
      tlsFinding({ ...facts, isEncrypted: false, isLocal: false }),
      tlsFinding({ ...facts, isEncrypted: true, isLocal: false }),
    ];
    expect(levels(judged)).toEqual([
      "fault",
      "ok",
      "warning",
      "warning",
      "ok",
      "warning",
      "warning",
      "ok",
    ]);
  });
});
