import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GatewayProcess } from "../../support/gateways/gateway-process.ts";
import { parley, type Run } from "../../support/parley.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";

const opened = new DisposableStack();
let postgres: EmbeddedPostgres;
let cwd = "";

beforeAll(async () => {
  cwd = opened.use(new TemporaryDirectory()).path;
  // The data directory contains a channel and a console with one account.
  await (await GatewayProcess.start(cwd))[Symbol.asyncDispose]();
  postgres = await startPostgres();
});
afterAll(async () => {
  opened.dispose();
  await postgres.stop();
});

const migrate = (...words: readonly string[]): Promise<Run> =>
  parley(["migrate", "--from", "sqlite:data", ...words], {
    cwd,
    env: { DATABASE_URL: postgres.connectionString },
  });

/** The last line about what was moved, with its numbers as N entries. */
async function saidOf(...words: readonly string[]): Promise<string | undefined> {
  const { code, stdout, stderr } = await migrate(...words);
  expect(code, stderr).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .at(-1)
    ?.replaceAll(/\d+ entr(?:y|ies)/g, "N entries");
}

it("a repeated move reports what was moved before, what is moved now, and what has changed since", async () => {
  const isSame = "both sides are the same.";
  expect(await saidOf()).toBe(`N entries moved; ${isSame}`);
  expect(await saidOf()).toBe(`N entries had been moved before; ${isSame}`);
  expect(await saidOf("--console-schema", "another")).toBe(
    `N entries moved, N entries had been moved before; ${isSame}`,
  );
  const client = new Client({ connectionString: postgres.connectionString });
  await client.connect();
  await client.query(`update another."user" set name = 'Somebody'`);
  await client.end();
  const { code, stdout, stderr } = await migrate("--console-schema", "another");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^parley: The console was already moved there, and one of the two has changed since: their user tables differ\. Nothing of the console was changed\.$/m,
  );
}, 600_000);
