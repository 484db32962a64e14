import "reflect-metadata";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Moved } from "../../../src/migrate/moved.ts";
import { cleanEnvironment, command, parley } from "../../support/parley.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { fillDirectory } from "../../migrate/filled-directory.ts";
import { openMoved } from "../../migrate/moving-stores.ts";

const opened = new DisposableStack();
let postgres: EmbeddedPostgres;
let cwd = "";

beforeAll(async () => {
  postgres = await startPostgres();
  cwd = opened.use(new TemporaryDirectory()).path;
  await fillDirectory(`${cwd}/data`);
});
afterAll(async () => {
  opened.dispose();
  await postgres.stop();
});

const env = () => ({ DATABASE_URL: postgres.connectionString });
const words = (schema: string) => [
  "migrate",
  "--from",
  "sqlite:data",
  "--schema",
  schema,
  "--json",
];

async function moved(schema: string): Promise<Moved> {
  const { code, stdout, stderr } = await parley(words(schema), { cwd, env: env() });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Moved;
}

/** Kills the command with SIGKILL, `delayMs` after the move began. */
async function kill(schema: string, delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [...command, ...words(schema)], {
    cwd,
    env: cleanEnvironment(env()),
  });
  const closed = once(child, "close");
  child.stdout.resume();
  await Promise.race([once(child.stderr, "data"), closed]);
  await pause(delayMs);
  child.kill("SIGKILL");
  await closed;
}

it("killed at any instant and run again, a move ends with the digests of one that nobody ended", async () => {
  const whole = await moved("whole");
  await kill("killed", 0);
  const places = { directory: "", to: postgres.connectionString, schema: "killed" };
  await expect(openMoved(places)).rejects.toMatchObject({ code: "store-half-moved" });
  for (const delayMs of [10, 40, 100]) await kill("killed", delayMs);
  const { parts } = await moved("killed");
  expect(parts).toEqual(whole.parts);
  expect(await moved("killed")).toEqual({
    wasMoved: true,
    parts: parts.map((part) => ({ ...part, wasMoved: true })),
  });
}, 600_000);
