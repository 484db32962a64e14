import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BackupSource } from "@parley/core";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestOf } from "../../src/links/one-time-token.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { email, password } from "../support/console-host.ts";
import { accountOf, invited, joined, passwordLinkFor } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const carla = "carla@parley.example";
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "parley-console-"));
});
afterEach(() => rm(parent, { recursive: true }));

const secretIn = (directory: string): string => {
  const database = new Database(join(directory, "console.db"), { readonly: true });
  const row = database.prepare<[], { value: string }>("select value from setting").get();
  database.close();
  return row?.value ?? "";
};

const tokenOf = ({ cookie }: ConsoleClient): string =>
  decodeURIComponent(cookie).split("=")[1]?.split(".")[0] ?? "";

/** A console with all kinds of credentials, the copy of its backup in a new directory, and the credentials. */
async function backedUp() {
  const directory = join(parent, "first");
  const restored = await mkdtemp(join(parent, "restored-"));
  const { host, client } = await start({ directory });
  await client.signIn();
  const gone = new ConsoleClient(host.url);
  await gone.signIn();
  const goneToken = tokenOf(gone);
  await gone.ask("POST", "/auth/sign-out");
  await client.ask("PUT", "/presence", { available: true });
  const agent = await joined(host, client);
  const invitation = await invited(client, "admin", carla);
  const link = await passwordLinkFor(client, (await accountOf(agent)).id);
  const source = await host.gateway.get(BackupSource);
  await source.write(join(restored, "console.db"), () => {}, new AbortController().signal);
  const facts = await source.verify(join(restored, "console.db"));
  return { host, client, restored, directory, goneToken, invitation, link, facts };
}

describe("the copy of the accounts in a backup", () => {
  it("contains the accounts, and in no byte a session or a link", async () => {
    const made = await backedUp();
    const { client, restored, directory, goneToken, invitation, link, facts } = made;
    const bytes = await readFile(join(restored, "console.db"), "latin1");
    const doors = [
      tokenOf(client),
      goneToken,
      secretIn(directory),
      digestOf(invitation),
      digestOf(link),
      carla,
    ];
    for (const door of doors) {
      expect(door.length).toBeGreaterThan(10);
      expect([door, bytes.includes(door)]).toEqual([door, false]);
    }
    expect(facts["accounts"]).toBe(2);
    expect([bytes.includes(email), await readdir(restored)]).toEqual([true, ["console.db"]]);
    expect(await made.host.files()).toContain(tokenOf(client));
  });

  it("needs no rewriting after an erasure: it was rewritten", async () => {
    const directory = join(parent, "first");
    const { host } = await start({ directory });
    const settings = (file: string, change = "") => {
      const database = new Database(file);
      database.exec(change);
      const names = database.prepare<[], string>("select name from setting").pluck().all();
      database.close();
      return names;
    };
    const due = "insert into setting (name, value) values ('compaction', 'due')";
    expect(settings(join(directory, "console.db"), due)).toContain("compaction");
    const source = await host.gateway.get(BackupSource);
    const copy = join(parent, "console.db");
    await source.write(copy, () => {}, new AbortController().signal);
    expect(settings(copy)).not.toContain("compaction");
  });

  it("brings back accounts with their passwords, and no session, no link, and nobody available", async () => {
    const { host, client, restored, invitation, link } = await backedUp();
    expect((await client.ask("GET", "/me")).status).toBe(200);
    expect(await host.status()).toBe(1);
    const second = await start({ directory: restored });
    second.client.cookie = client.cookie;
    expect((await second.client.ask("GET", "/me")).status).toBe(401);
    const answers = [
      await second.client.ask("POST", "/links/invitation", { token: invitation }),
      await second.client.ask("POST", "/links/password", { token: link }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await second.host.status()).toBe(0);
    expect((await second.client.signIn({ email, password })).status).toBe(200);
  });
});
