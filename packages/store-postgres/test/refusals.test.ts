import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { ParleyError } from "@parley/core";
import { startPostgres } from "@parley/embedded-postgres";
import { Client, type PoolConfig } from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/connection/database.ts";
import { migrate } from "../src/schema/migrate.ts";
import { migrations } from "../src/schema/schema.ts";
import { requireVersion } from "../src/connection/requirements.ts";
import { freshSchema, postgres, stopPostgres } from "./support/opened-stores.ts";

const secret = "s3cret-p4ssword";
let schema = "";

beforeEach(() => {
  schema = freshSchema();
});
afterAll(stopPostgres);

async function open(connection?: string | PoolConfig): Promise<void> {
  const place = connection ?? (await postgres()).connectionString;
  await (await Database.open({ connection: place, schema, allowNonDurable: true })).close();
}

/** The error of an opening: always a `ParleyError` with one sentence, without the password. */
async function refusal(opening: Promise<unknown>): Promise<ParleyError> {
  const error = await opening.then(
    () => new Error("it opened"),
    (reason: unknown) => reason,
  );
  if (!ParleyError.is(error)) throw error;
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain(secret);
  return error;
}

async function admin<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const { connectionString } = await postgres();
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function versionIs(version: number, oldestReader: number): Promise<void> {
  const sql = `update "${schema}".parley_schema set version = ${version}, oldest_reader = ${oldestReader}`;
  await admin((client) => client.query(sql));
}

async function withChanges(change: (url: URL) => void): Promise<string> {
  const url = new URL((await postgres()).connectionString);
  change(url);
  return url.href;
}

describe("opening is refused in one clear sentence", () => {
  it("when there is no server at the address", async () => {
    const error = await refusal(open(`postgresql://parley:${secret}@127.0.0.1:1/parley`));
    expect(error).toMatchObject({ code: "store-unreachable", retryable: true });
    expect(error.message).toContain("127.0.0.1:1");
    expect(error.message).toContain("ECONNREFUSED");
  });

  it("when the server accepts connections but never answers", async () => {
    const silent: Server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const connectionString = `postgresql://parley:${secret}@127.0.0.1:${port}/parley`;
    const error = await refusal(open({ connectionString, connectionTimeoutMillis: 300 }));
    expect(error.code).toBe("store-unreachable");
    silent.close();
  });

  it("when the password is wrong", async () => {
    const error = await refusal(open(await withChanges((url) => (url.password = secret))));
    expect(error.code).toBe("store-unreachable");
    expect(error.message).toContain("password authentication failed");
  });

  it("when there is no such database", async () => {
    const error = await refusal(open(await withChanges((url) => (url.pathname = "/nowhere"))));
    expect(error.code).toBe("store-unreachable");
    expect(error.message).toContain("nowhere");
  });

  it("when the connection string cannot be read", async () => {
    const error = await refusal(open(`postgresql://parley:${secret}@[::1/parley`));
    expect(error.code).toBe("store-unreachable");
    expect(error.retryable).toBe(false);
  });

  it.each(["", "mysql://parley@127.0.0.1/parley", "127.0.0.1:5432/parley"])(
    "when the connection string is %j",
    async (connection) => {
      expect(await refusal(open(connection))).toMatchObject({
        code: "store-unreachable",
        retryable: false,
      });
    },
  );

  it("when the user may use the schema but not all of its tables", async () => {
    await open();
    await admin((client) =>
      client.query(`create role reading login password '${secret}';
        grant usage on schema ${schema} to reading; grant select on all tables in schema ${schema} to reading`),
    );
    const reading = await withChanges((url) => {
      url.username = "reading";
      url.password = secret;
    });
    const error = await refusal(open(reading));
    expect(error.code).toBe("store-not-allowed");
    expect(error.message).toContain(`${schema}.backend_answers`);
    const grant = `grant insert, update, delete on all tables in schema ${schema} to reading`;
    await admin((client) => client.query(grant));
    expect((await refusal(open(reading))).message).toContain(`${schema}.conversation_numbers`);
    await admin((client) =>
      client.query(`grant usage on all sequences in schema ${schema} to reading`),
    );
    await open(reading);
  });

  it("when the user may not make the schema", async () => {
    await admin((client) => client.query(`create role guest login password '${secret}'`));
    const guest = await withChanges((url) => {
      url.username = "guest";
      url.password = secret;
    });
    expect((await refusal(open(guest))).code).toBe("store-not-allowed");
    await admin((client) => client.query(`create schema ${schema} authorization guest`));
    await open(guest);
  });

  it("when the server is read-only", async () => {
    await admin((client) => client.query("create role reader login superuser password 'r'"));
    await admin((client) =>
      client.query("alter role reader set default_transaction_read_only = on"),
    );
    const reader = await withChanges((url) => {
      url.username = "reader";
      url.password = "r";
    });
    expect((await refusal(open(reader))).code).toBe("store-read-only");
  });

  it("when commits would not reach the disk", async () => {
    const { connectionString } = await postgres();
    const place = { connection: connectionString, schema, allowNonDurable: false };
    const error = await refusal(Database.open(place));
    expect(error.code).toBe("store-not-durable");
    expect(error.message).toContain("fsync");
  });

  it("when commits are answered before they reach the disk", async () => {
    const server = await startPostgres({ settings: { synchronous_commit: "off" } });
    const connection = server.connectionString;
    const error = await refusal(Database.open({ connection, schema, allowNonDurable: false }));
    expect(error.code).toBe("store-not-durable");
    expect(error.message).toContain("synchronous_commit");
    await server.stop();
  });

  it("when PostgreSQL is too old", async () => {
    const refused = (number: number) =>
      refusal(Promise.resolve().then(() => requireVersion({ version: "14.9", number }, "It")));
    expect((await refused(140_009)).code).toBe("store-postgres-too-old");
    for (const number of [150_000, 180_004]) requireVersion({ version: "", number }, "It");
  });

  it("when the schema belongs to another program", async () => {
    await admin((client) => client.query(`create schema ${schema}`));
    await admin((client) => client.query(`create table ${schema}.songs (title text)`));
    expect((await refusal(open())).code).toBe("store-foreign");
  });

  it("when the schema is newer than this version can read", async () => {
    await open();
    await versionIs(99, 99);
    const error = await refusal(open());
    expect(error.code).toBe("store-newer");
    expect(error.message).toContain("version 99");
  });

  it("not when the newer schema still allows this version", async () => {
    await open();
    await versionIs(99, migrations.length);
    await open();
  });

  it("and a closed store says so", async () => {
    const { connectionString: connection } = await postgres();
    const database = await Database.open({ connection, schema, allowNonDurable: true });
    await database.close();
    await database.close();
    expect((await refusal(database.live("node-a"))).code).toBe("store-closed");
  });
});

describe("the schema", () => {
  it("is made once by nodes that start together", async () => {
    await Promise.all(Array.from({ length: 6 }, () => open()));
    const { rows } = await admin((client) =>
      client.query<{ version: number }>(`select version from "${schema}".parley_schema`),
    );
    expect(rows).toEqual([{ version: migrations.length }]);
  });

  it("is brought up step by step, and left as it was when a step fails", async () => {
    const known = migrations.length;
    const steps = [1, 2].map((more) => ({
      version: known + more,
      oldestReader: more === 1 ? 1 : known + more,
      sql: "create table songs (title text)",
    }));
    await open();
    const at = { schema, place: "the server" };
    const run = (more: number) =>
      admin(async (client) => {
        await client.query(`set search_path = ${schema}`);
        await migrate(client, at, [...migrations, ...steps.slice(0, more)]);
      });
    await expect(run(2)).rejects.toThrow("already exists");
    await run(1);
    await run(1);
    await open();
    const { rows } = await admin((client) =>
      client.query(`select version, oldest_reader from "${schema}".parley_schema`),
    );
    expect(rows).toEqual([{ version: known + 1, oldest_reader: 1 }]);
  });

  it("may have any name, quotes and capitals included", async () => {
    schema = 'Parley "two" 😀';
    await open();
    await open();
  });
});
