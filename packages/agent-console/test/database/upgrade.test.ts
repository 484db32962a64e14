import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ParleyError } from "@parley/core";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPostgresConsole } from "../../src/database/postgres-console.ts";
import { openSqliteConsole } from "../../src/database/sqlite-console.ts";
import { usePostgres } from "../support/nodes/postgres-server.ts";

const postgres = usePostgres();
const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };

/** A `console.db` with these tables. */
async function consoleFile(sql: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = new Database(join(directory, "console.db"));
  file.exec(sql);
  file.close();
  return directory;
}

/** The sentence with which opening is refused. */
async function refusal(opening: () => unknown): Promise<string> {
  const error = await Promise.try(opening).then(
    () => new Error("it opened"),
    (reason: unknown) => reason,
  );
  if (!ParleyError.is(error)) throw error;
  expect(error.code).toBe("console-database-unusable");
  expect(error.message).toMatch(/^[^\n]+\.$/);
  return error.message;
}

describe("accounts from before the first release are refused, with what to do", () => {
  it("in console.db", async () => {
    const directory = await consoleFile(
      "create table setting (name text primary key, value text); pragma user_version = 4",
    );
    expect(await refusal(() => openSqliteConsole(directory, random))).toContain(
      "start anew with another directory",
    );
  });

  it("in PostgreSQL", async () => {
    const place = await postgres.fresh();
    await postgres.run(
      `create schema ${place.schema}; create table ${place.schema}.console_schema (version integer)`,
    );
    expect(await refusal(() => openPostgresConsole(place, random))).toContain(
      "start anew with another schema name for the console",
    );
  });
});

describe("a console.db is refused", () => {
  it("when it is another program's", async () => {
    const directory = await consoleFile("create table songs (title text)");
    expect(await refusal(() => openSqliteConsole(directory, random))).toContain(
      "belongs to another program",
    );
  });

  it("when it needs a newer version, and not when it allows this one", async () => {
    const directory = await consoleFile("");
    await openSqliteConsole(directory, random).close();
    const change = (values: string): void => {
      const file = new Database(join(directory, "console.db"));
      file.exec(`update parley_schema set ${values}`);
      file.close();
    };
    change("version = 9");
    await openSqliteConsole(directory, random).close();
    change("oldest_reader = 9");
    expect(await refusal(() => openSqliteConsole(directory, random))).toContain("newer version");
  });
});
