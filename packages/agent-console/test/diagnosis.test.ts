import { chmodSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wantSome } from "@parley/conformance";
import type { Finding } from "@parley/core";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { startConsoleHost } from "./support/console-host.ts";
import { fileFinding } from "../src/database/erased-finding.ts";
import { useConsole } from "./support/use-console.ts";

const start = useConsole();
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-console-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

type Started = Awaited<ReturnType<typeof startConsoleHost>>;

async function diagnosed({ gateway }: Started): Promise<readonly Finding[]> {
  const found = await gateway.diagnosis.run({ probe: false }, AbortSignal.timeout(10_000));
  return found.filter(({ check }) => check.startsWith("console-"));
}

async function troubles(host: Started): Promise<readonly string[]> {
  const found = await diagnosed(host);
  return found
    .filter(({ level }) => level !== "ok")
    .map(({ check, level, advice }) => {
      expect(advice).toBeTruthy();
      return `${check} ${level}`;
    });
}

function change(sql: string): void {
  const database = new Database(join(directory, "console.db"));
  database.exec(sql);
  database.close();
}

describe("the doctor at the console", () => {
  it("reports no problem for a console on a developer's machine, and names its checks", async () => {
    const { host } = await start({ directory });
    expect(await troubles(host)).toEqual([]);
    expect((await diagnosed(host)).map(({ check }) => check)).toEqual([
      "console-url",
      "console-admins",
      "console-password",
      "console-privacy",
      "console-erased",
    ]);
  });

  it("tells of a public console without TLS, and of none with it", async () => {
    const { host } = await start({ directory, baseUrl: "http://chat.example" });
    expect(await troubles(host)).toEqual(["console-url warning"]);
    const secure = await start({ baseUrl: "https://chat.example" });
    expect(await troubles(secure.host)).toEqual([]);
  });

  it("tells when no admin can sign in any more", async () => {
    const { host } = await start({ directory });
    change(`update "user" set banned = 1`);
    expect(await troubles(host)).toEqual(["console-admins fault"]);
    change(`update "user" set banned = 0, role = 'agent'`);
    expect(await troubles(host)).toEqual(["console-admins fault"]);
  });

  it("tells of a first password that was printed, until it is changed", async () => {
    const { host, client } = await start({ directory, firstAccount: {} });
    expect(await troubles(host)).toEqual(["console-password warning"]);
    const { email, password } = wantSome("the first account", host.consoleApp.firstAccount);
    await client.signIn({ email, password });
    const change = { current: password, password: "correct horse battery" };
    expect(await client.ask("PUT", "/me/password", change)).toMatchObject({ status: 200 });
    expect(await troubles(host)).toEqual([]);
  });

  it("reports it also when the clock advanced while the account was created", async () => {
    let atMs = Date.now();
    class TickingDate extends Date {
      constructor(given: number | string = (atMs += 1)) {
        super(given);
      }
    }
    vi.stubGlobal("Date", TickingDate);
    const { host } = await start({ directory, firstAccount: {} }).finally(vi.unstubAllGlobals);
    expect(await troubles(host)).toEqual(["console-password warning"]);
  });

  it("reports a database that other users can read", async () => {
    const { host } = await start({ directory });
    chmodSync(join(directory, "console.db"), 0o644);
    expect(await troubles(host)).toEqual(["console-privacy warning"]);
  });

  it("tells of traces of erased visitors in a file that is too large to be rewritten at a start", async () => {
    const { host } = await start({ directory });
    change("insert into setting (name, value) values ('compaction', 'due')");
    const found = (await diagnosed(host)).find(({ check }) => check === "console-erased");
    expect([found?.level, found?.message]).toEqual(["ok", fileFinding(1)?.message]);
    expect(found?.message).toContain("At its next start");
    expect(fileFinding(256 * 1024 * 1024).level).toBe("ok");
    expect(fileFinding(256 * 1024 * 1024 + 1)).toMatchObject({ level: "warning" });
  });
});
