import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Conversation } from "@parley/core";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ConsoleDatabase } from "../../src/database/console-database.ts";
import { openPostgresConsole } from "../../src/database/postgres-console.ts";
import { openSqliteConsole } from "../../src/database/sqlite-console.ts";
import type { DraftSave } from "../../src/drafts/draft.ts";
import { Drafts } from "../../src/drafts/drafts.ts";
import { ConsoleErasures } from "../../src/erasing/console-erasures.ts";
import { LiveEvents } from "../../src/live/live-events.ts";
import { usePostgres } from "../support/nodes/postgres-server.ts";
import { onlyConsole } from "../support/only-console.ts";

const postgres = usePostgres();
const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };
const day = 24 * 60 * 60 * 1_000;

async function onSqlite(): Promise<ConsoleDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
  const database = openSqliteConsole(directory, random);
  onTestFinished(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });
  return database;
}

async function onPostgres(): Promise<ConsoleDatabase> {
  const database = await openPostgresConsole(await postgres.fresh(), random);
  onTestFinished(() => database.close());
  return database;
}

function draftsOver(database: ConsoleDatabase) {
  const erased = new Set<string>();
  const live = new LiveEvents("boot");
  const told: unknown[] = [];
  live.overhear(({ type, data }) => void told.push([type, data]));
  const time = { now: 1 };
  /** Called when a save asks whether its conversation is there. */
  const asked = { wait: async (): Promise<void> => {} };
  const conversations = {
    find: async (id: string) => {
      const isThere = !erased.has(id);
      await asked.wait();
      return isThere ? ({ id } as Conversation) : null;
    },
  };
  const drafts = new Drafts({
    database,
    conversations,
    ownership: onlyConsole,
    live,
    clock: { now: () => time.now },
  });
  return { drafts, erasures: new ConsoleErasures(database, live), erased, told, time, asked };
}

const save = (base: number, text: string, change: Partial<DraftSave> = {}): DraftSave => {
  const body = text === "" ? null : { text, media: null };
  return { id: "d", device: "laptop", base, body, without: null, keepsShown: false, ...change };
};

describe.each([
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres],
])("drafts on %s", (_, open) => {
  it("are kept by agent and conversation, letter for letter", async () => {
    const { drafts, told, time } = draftsOver(await open());
    const text = "a\u0000b\uD800 ' % \\ \u{1F600}";
    await drafts.save("ada", "c1", save(0, text));
    time.now += 1;
    await drafts.save("ada", "c2", save(0, "two"));
    await drafts.save("ben", "c1", save(0, "his"));
    await drafts.save("ada", "c1", save(0, "from the phone", { device: "phone" }));
    const ids = (await drafts.list("ada")).map((draft) => draft.conversationId);
    expect(ids.toSorted()).toEqual(["c1", "c2"]);
    expect(await drafts.find("ada", "c1")).toEqual({
      conversationId: "c1",
      revision: 2,
      draft: { id: "d", text: "from the phone", media: null },
      others: [{ text, media: null, revision: 1 }],
    });
    expect((await drafts.find("ben", "c1")).draft?.text).toBe("his");
    expect(told.at(-1)).toEqual(["draft", { accountId: "ada", conversationId: "c1", revision: 2 }]);
  });

  it("that are sent leave a row, which goes after a month", async () => {
    const { drafts, time } = draftsOver(await open());
    await drafts.save("ada", "c1", save(0, "one"));
    await drafts.sent("ada", "c1", { id: "d", device: "laptop", revision: 1 });
    expect(await drafts.list("ada")).toEqual([]);
    expect(await drafts.save("ada", "c1", save(1, "one"))).toMatchObject({ saved: false });
    time.now += 29 * day;
    await drafts.list("ada");
    expect((await drafts.find("ada", "c1")).revision).toBe(2);
    time.now += 2 * day;
    await drafts.list("ada");
    expect((await drafts.find("ada", "c1")).revision).toBe(0);
  });

  it("are 200 at most for one agent", async () => {
    const { drafts } = draftsOver(await open());
    for (let index = 0; index < 200; index += 1)
      await drafts.save("ada", `c${index}`, save(0, "a"));
    expect(await drafts.save("ada", "one-more", save(0, "a"))).toBe("too-many");
    expect(await drafts.save("ada", "c7", save(1, "ab"))).toMatchObject({ saved: true });
    expect(await drafts.save("ben", "one-more", save(0, "a"))).toMatchObject({ saved: true });
  });

  it("count as long as an other text is kept, so that an agent's rows stay few", async () => {
    const { drafts } = draftsOver(await open());
    for (let index = 0; index < 200; index += 1) {
      await drafts.save("ada", `c${index}`, save(0, "a"));
      await drafts.save("ada", `c${index}`, { ...save(1, "b"), keepsShown: true });
      await drafts.save("ada", `c${index}`, { ...save(2, "b"), body: null });
    }
    expect(await drafts.save("ada", "one-more", save(0, "a"))).toBe("too-many");
  });

  it("of an erased conversation are gone for every agent, also when the notice comes again", async () => {
    const { drafts, erasures, erased, told } = draftsOver(await open());
    for (const accountId of ["ada", "ben"]) {
      await drafts.save(accountId, "gone", save(0, "a"));
      await drafts.save(accountId, "kept", save(0, "a"));
    }
    erased.add("gone");
    const notice = { conversationId: "gone", channelId: "shop" };
    await Promise.all([erasures.erased(notice), erasures.erased(notice)]);
    for (const accountId of ["ada", "ben"]) {
      expect((await drafts.list(accountId)).map((draft) => draft.conversationId)).toEqual(["kept"]);
      expect(await drafts.save(accountId, "gone", save(1, "b"))).toBe("erased");
    }
    expect(told.at(-1)).toEqual(["erased", { conversationId: "gone" }]);
  });

  it("are not brought back by a save that was under way when the notice came", async () => {
    const { drafts, erasures, erased, asked } = draftsOver(await open());
    const { promise, resolve } = Promise.withResolvers<void>();
    const reached = new Promise<void>((done) => {
      asked.wait = () => {
        done();
        return promise;
      };
    });
    const saving = drafts.save("ada", "gone", save(0, "about the visitor"));
    await reached;
    erased.add("gone");
    const forgotten = erasures.erased({ conversationId: "gone", channelId: "shop" });
    resolve();
    await Promise.all([saving, forgotten]);
    expect(await drafts.list("ada")).toEqual([]);
    expect((await drafts.find("ada", "gone")).revision).toBe(0);
  });
});

describe("on PostgreSQL", () => {
  it("a draft does not wait for one of another conversation, but for one of its own", async () => {
    const { drafts, asked } = draftsOver(await onPostgres());
    const { promise, resolve } = Promise.withResolvers<void>();
    const reached = new Promise<void>((done) => {
      asked.wait = () => {
        asked.wait = async () => {};
        done();
        return promise;
      };
    });
    const order: string[] = [];
    const saved = (conversationId: string, text: string) =>
      drafts.save("ada", conversationId, save(0, text)).then(() => order.push(text));
    const held = saved("c1", "held");
    await reached;
    const behind = saved("c1", "behind it");
    await saved("c2", "beside it");
    expect(order).toEqual(["beside it"]);
    resolve();
    await Promise.all([held, behind]);
    // What was stored last shows who came last. PostgreSQL frees the lock before it answers, so either promise may be first.
    expect((await drafts.find("ada", "c1")).draft?.text).toBe("behind it");
  });

  it("an agent's last place for a draft is taken once", async () => {
    const database = await onPostgres();
    const { drafts } = draftsOver(database);
    await sql`insert into draft (account_id, conversation_id, revision, sent_revision, saved_at, draft_id, device, body, others)
      select 'ada', 'c' || n, 1, 0, 1, 'd', 'laptop', '{"text":"a","media":null}', '[]' from generate_series(1, 199) n`.execute(
      database.queries,
    );
    const last = ["one", "two", "three"].map((id) => drafts.save("ada", id, save(0, "a")));
    const answers = await Promise.all(last);
    expect(answers.filter((answer) => answer === "too-many")).toHaveLength(2);
    expect(await drafts.list("ada")).toHaveLength(200);
  });
});
