import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ParleyError } from "@parley/core";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { PostgresDiagnostician } from "../../src/diagnosis/diagnosis.ts";
import { freshSchema, postgres, stopPostgres } from "../support/opened-stores.ts";

/** A self-signed certificate for 127.0.0.1. */
const certificate = resolve(import.meta.dirname, "../fixtures/server-cert.pem");
const key = resolve(import.meta.dirname, "../fixtures/server-key.pem");
const directory = mkdtempSync(join(tmpdir(), "parley-tls-"));
let server: EmbeddedPostgres;

beforeAll(async () => {
  const settings = { ssl: "on", ssl_cert_file: ours(certificate), ssl_key_file: ours(key) };
  server = await startPostgres({ fsync: false, settings });
});
afterAll(async () => {
  await server.stop();
  await stopPostgres();
  rmSync(directory, { recursive: true });
});

/** A copy owned by the server's user, if the tests run as root. The server requires that. */
function ours(path: string): string {
  const copy = join(directory, path.endsWith("key.pem") ? "server.key" : "server.crt");
  copyFileSync(path, copy);
  chmodSync(copy, 0o600);
  if (process.getuid?.() === 0) {
    chmodSync(directory, 0o755);
    chownSync(copy, 65_534, 65_534);
  }
  return copy;
}

/** The connection string with these query parameters. */
function withQuery(connectionString: string, query: Record<string, string>, host?: string): string {
  const url = new URL(connectionString);
  if (host !== undefined) url.hostname = host;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

async function open(connection: string, schema = freshSchema()): Promise<Database> {
  return Database.open({ connection, schema, allowNonDurable: true });
}

async function refusal(connection: string): Promise<string> {
  const error = await open(connection).catch((reason: unknown) => reason);
  if (!ParleyError.is(error)) throw error;
  expect(error.code).toBe("store-unreachable");
  return error.message;
}

const verified = { sslmode: "verify-full", sslrootcert: certificate };

describe("TLS to the database", () => {
  it("covers every connection of the node, once the server's certificate has been verified", async () => {
    const schema = freshSchema();
    const database = await open(withQuery(server.connectionString, verified), schema);
    await database.live("node-a");
    await database.write(async () => {});
    const client = new Client({ connectionString: server.connectionString });
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = $1",
      [`parley ${schema}`],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ ssl }) => ssl)).toBe(true);
    const found = await new PostgresDiagnostician(database, Date).diagnose();
    expect(found.find(({ check }) => check === "postgres-tls")?.message).toContain("TLS");
    await client.end();
    await database.close();
  });

  it("is refused with a certificate of an unknown authority, saying where to name it", async () => {
    const message = await refusal(withQuery(server.connectionString, { sslmode: "verify-full" }));
    expect(message).toContain("SELF_SIGNED_CERT");
    expect(message).toContain("sslrootcert");
  });

  it("is refused for a name that is not in the certificate", async () => {
    const message = await refusal(withQuery(server.connectionString, verified, "localhost"));
    expect(message).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(message).toContain("host name in the certificate");
  });

  it("fails with a clear error when the server has no TLS", async () => {
    const { connectionString } = await postgres();
    const message = await refusal(withQuery(connectionString, verified));
    expect(message).toContain("does not support SSL");
    expect(message).toContain("ssl = on");
  });

  it("needs an existing certificate file", async () => {
    const missing = { ...verified, sslrootcert: "/nowhere/ca.pem" };
    const message = await refusal(withQuery(server.connectionString, missing));
    expect(message).toContain("/nowhere/ca.pem");
    expect(message).toContain("ENOENT");
  });
});
