import "reflect-metadata";
import { GatewayRig } from "@parley/conformance";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TemporaryDirectory } from "../support/temporary-directory.ts";
import { move, type MovingPlaces, targetOf } from "./moving-stores.ts";

const opened = new DisposableStack();
let postgres: EmbeddedPostgres;
let places: MovingPlaces;
let schemas = 0;

beforeAll(async () => {
  postgres = await startPostgres({ fsync: false });
});
beforeEach(() => {
  const { path: directory } = opened.use(new TemporaryDirectory());
  places = { directory, to: postgres.connectionString, schema: `gateway_${(schemas += 1)}` };
});
afterAll(async () => {
  opened.dispose();
  await postgres.stop();
});

/**
 * A gateway on SQLite. The returned function ends it like a crash, moves it, and starts it on PostgreSQL after
 * `outageMs`.
 */
async function startMoving() {
  let isMoved = false;
  const rig = await GatewayRig.start(() =>
    isMoved
      ? storePostgres({ ...targetOf(places), anchorsClock: false })
      : storeSqlite({ directory: places.directory }),
  );
  const moveAll = async (outageMs: number) => {
    await rig.kill();
    await move(places);
    isMoved = true;
    await rig.time.jump(outageMs);
    await rig.startAgain();
  };
  return { rig, moveAll };
}

/** Every page of a conversation, with its cursors. */
async function historyOf(rig: GatewayRig, conversationId: string): Promise<unknown> {
  const pages: unknown[] = [];
  for (let before: string | null = null; ;) {
    const page = await rig.gateway.conversations.messages(conversationId, { before, limit: 2 });
    pages.push(page);
    if (page.next === null) return pages;
    before = page.next;
  }
}

describe("a gateway that is moved", () => {
  it.each([
    ["goes on with the third attempt and reports at 9 s", 400, [0, 3_000, 6_000], "http-status"],
    ["fails what no attempt is left for", 20_000, [0, 3_000], "interrupted"],
  ])("%s, when it was at the second", async (_title, outageMs, attempts, reason) => {
    const { rig, moveAll } = await startMoving();
    const conversation = await rig.say("hello");
    rig.transport.answer = () => ({ status: 500 });
    const startedAt = rig.time.now();
    await rig.reply(conversation, "first");
    await rig.reply(conversation, "second");
    await rig.time.advance(4_500);
    rig.transport.answer = ({ body }) =>
      body.includes("first") ? { status: 500 } : { status: 200, body: '{"result":"ok"}' };
    await moveAll(outageMs);
    await rig.time.advance(30_000);
    const firsts = rig.transport.posts.filter(({ body }) => body.includes("first"));
    expect(firsts.map(({ at }) => at - startedAt)).toEqual(attempts);
    expect(rig.backend.reports.map(({ report }) => report.reason)).toEqual([reason]);
    const seconds = rig.transport.posts.filter(({ body }) => body.includes("second"));
    expect(seconds.map(({ at }) => at - startedAt)).toEqual([Math.max(9_000, 4_500 + outageMs)]);
    await rig.stop();
  });

  it("delivers what its agent app had not accepted, in order and with the same event ids", async () => {
    const { rig, moveAll } = await startMoving();
    rig.backend.answer = () => "hang";
    const conversation = await rig.say("one");
    await rig.say("two");
    await rig.say("three");
    const [called] = rig.backend.calls;
    rig.backend.answer = () => "taken";
    await moveAll(0);
    await rig.time.advance(1_000);
    const taken = rig.backend.taken.map(({ id, message }) => [
      id,
      "text" in message && message.text,
    ]);
    expect(taken).toEqual(
      [1, 2, 3].map((n) => [`${conversation}.${n}`, ["one", "two", "three"][n - 1]]),
    );
    expect(called?.event.id).toBe(`${conversation}.1`);
    await rig.stop();
  });

  it("keeps its channels, its pages of history with their cursors, and knows a client's own retry", async () => {
    const { rig, moveAll } = await startMoving();
    const conversation = await rig.say("hello");
    for (const text of ["a", "b", "c", "d"]) {
      await rig.reply(conversation, text);
      await rig.time.advance(100);
    }
    const sent = { sender: { id: "v1" }, message: { type: "text", text: "once", id: "m-1" } };
    await rig.visitor(sent);
    await rig.time.advance(1_000);
    const channels = await rig.gateway.channels.list();
    const history = await historyOf(rig, conversation);
    await moveAll(1_000);
    expect(await rig.gateway.channels.list()).toEqual(channels);
    expect(await historyOf(rig, conversation)).toEqual(history);
    await rig.visitor(sent);
    await rig.time.advance(1_000);
    expect(await historyOf(rig, conversation)).toEqual(history);
    await rig.reply(conversation, "on PostgreSQL");
    await rig.time.advance(1_000);
    expect(rig.transport.posts.at(-1)?.body).toContain("on PostgreSQL");
    await rig.stop();
  });
});
