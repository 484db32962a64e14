import "reflect-metadata";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parley } from "../../support/parley.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { openMoving } from "../../migrate/moving-stores.ts";

const opened = new DisposableStack();
const secret = "s3cret-p4ssword";
let postgres: EmbeddedPostgres;
let cwd = "";

beforeAll(async () => {
  postgres = await startPostgres();
  cwd = opened.use(new TemporaryDirectory()).path;
  const stores = await openMoving({ directory: `${cwd}/data`, to: "", schema: "" });
  await stores.close();
});
afterAll(async () => {
  opened.dispose();
  await postgres.stop();
});

async function admin(statements: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  return (await client.query(statements).finally(() => client.end())).rows;
}

/** The server's address with a change. */
function withChange(change: (url: URL) => void): string {
  const url = new URL(postgres.connectionString);
  change(url);
  return url.href;
}

/** The server's address for a user without privileges. */
async function addressOf(user: string): Promise<string> {
  await admin(`create role ${user} login password '${secret}'`);
  return withChange((url) => {
    url.username = user;
    url.password = secret;
  });
}

const placeOf = (database: string, user: string) =>
  `PostgreSQL at 127.0.0.1:${postgres.port} (database ${database}, user ${user})`;

/** Runs `parley migrate`, which must end with this code and print only this sentence. */
async function expectRefusal(
  url: string,
  [code, sentence]: readonly [code: number, sentence: string],
  ...words: readonly string[]
): Promise<void> {
  const run = await parley(["migrate", "--from", "sqlite:data", ...words], {
    cwd,
    env: { DATABASE_URL: url },
  });
  expect(run).toEqual({ code, stdout: "", stderr: `parley: ${sentence}\n` });
  const { password } = new URL(postgres.connectionString);
  for (const word of [secret, password]) expect(run.stderr).not.toContain(word);
}

const checks = "check the address, the user and the password, and that the server runs.";

describe(
  "parley migrate says in one sentence, without the password, that",
  { timeout: 600_000 },
  () => {
    it("DATABASE_URL is no address of a PostgreSQL database", async () => {
      const example = "postgres://user:password@host:5432/database";
      await expectRefusal(`mysql://parley:${secret}@db.test/parley`, [
        2,
        `DATABASE_URL must be the address of a PostgreSQL database, as in ${example}.`,
      ]);
      await expectRefusal(`postgres://parley:${secret}@[::1/parley`, [
        1,
        "The connection string of the PostgreSQL store cannot be read: postgresql://user:password@host:5432/database is expected.",
      ]);
    });

    it("nobody listens there", async () => {
      await expectRefusal(`postgres://parley:${secret}@127.0.0.1:1/parley`, [
        1,
        `PostgreSQL at 127.0.0.1:1 (database parley, user parley) cannot be used (ECONNREFUSED): ${checks}`,
      ]);
    });

    it("the password is wrong, or the database is not there", async () => {
      await expectRefusal(
        withChange((url) => (url.password = secret)),
        [
          1,
          `${placeOf("postgres", "postgres")} cannot be used (password authentication failed for user "postgres"): ${checks}`,
        ],
      );
      await expectRefusal(
        withChange((url) => (url.pathname = "/nowhere")),
        [
          1,
          `${placeOf("nowhere", "postgres")} cannot be used (database "nowhere" does not exist): ${checks}`,
        ],
      );
    });

    it("the user may not make the schema", async () => {
      const why = "permission denied for database postgres";
      await expectRefusal(await addressOf("guest"), [
        1,
        `${placeOf("postgres", "guest")} denies this user a right that the gateway needs (${why}): make it the owner of the schema, or grant it CREATE on the database.`,
      ]);
    });

    it("the server is too old", async () => {
      const url = await addressOf("visitor");
      // For this user the server looks like an old version.
      await admin(`create schema old; grant usage on schema old to visitor;
      create function old.current_setting(name text) returns text language sql as
        $$ select case name when 'server_version' then '14.9' when 'server_version_num' then '140009'
           else pg_catalog.current_setting(name) end $$;
      alter role visitor set search_path = old, pg_catalog`);
      await expectRefusal(url, [
        1,
        `${placeOf("postgres", "visitor")} runs version 14.9: PostgreSQL 15 or newer is needed.`,
      ]);
    });

    it("the schema is newer than allowed", async () => {
      const words = ["--schema", "newer"];
      const env = { DATABASE_URL: postgres.connectionString };
      const first = await parley(["migrate", "--from", "sqlite:data", ...words], { cwd, env });
      expect(first.code).toBe(0);
      const [here] = (await admin("select version from newer.parley_schema")) as {
        version: number;
      }[];
      await admin("update newer.parley_schema set version = 99, oldest_reader = 98");
      await expectRefusal(
        postgres.connectionString,
        [
          1,
          `Schema newer of ${placeOf("postgres", "postgres")} has version 99, which needs a gateway that reads version 98; this one reads ${here?.version}: install the newer version again.`,
        ],
        ...words,
      );
    });
  },
);
