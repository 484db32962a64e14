import { describe, expect, it } from "vitest";
import { conversations, messages, onlyConversation, text } from "../support/browser/reading.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("paging", () => {
  it("pages through conversations and messages with before, without gap or repeat", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (let visitor = 0; visitor < 35; visitor += 1) await host.visitor(text(visitor, "hello"));
    const first = await conversations(client);
    const second = await conversations(client, `?before=${first.next}`);
    const ids = [...first.conversations, ...second.conversations].map(({ id }) => id);
    expect([first.conversations.length, new Set(ids).size, second.next]).toEqual([30, 35, null]);

    for (let count = 1; count <= 60; count += 1) await host.visitor(text("many", `word ${count}`));
    const id = await onlyConversation(client);
    const newest = await messages(client, id);
    const older = await messages(client, id, `?before=${newest.next}`);
    const words = [...older.messages, ...newest.messages].map((message) => message.text);
    expect(words).toEqual(Array.from({ length: 60 }, (_, index) => `word ${index + 1}`));
    expect(older.next).toBeNull();
  });

  it("takes the id of the last entry that was read as before, in both lists", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (let visitor = 0; visitor < 35; visitor += 1) await host.visitor(text(visitor, "hello"));
    const first = await conversations(client);
    const oldestRead = first.conversations.at(-1)?.id;
    const second = await conversations(client, `?before=${oldestRead}`);
    expect(second.conversations).toEqual(
      (await conversations(client, `?before=${first.next}`)).conversations,
    );
    const last = second.conversations.at(-1)?.id;
    expect(await conversations(client, `?before=${last}`)).toEqual({
      conversations: [],
      next: null,
    });

    for (let count = 1; count <= 60; count += 1) await host.visitor(text("many", `word ${count}`));
    const id = await onlyConversation(client);
    const newest = await messages(client, id);
    const older = await messages(client, id, `?before=${newest.messages[0]?.id}`);
    expect(older).toEqual(await messages(client, id, `?before=${newest.next}`));
    expect(older.messages).toHaveLength(10);
  });

  it("answers 400 to a cursor that is damaged or of another list, so that it never looks like the end", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (let visitor = 0; visitor < 31; visitor += 1) await host.visitor(text(visitor, "hello"));
    for (const visitor of ["a", "b"]) {
      for (let count = 0; count < 51; count += 1) await host.visitor(text(visitor, "word"));
    }
    const list = await conversations(client);
    const [first, second] = list.conversations.map(({ id }) => id);
    const ofList = String(list.next);
    const ofFirst = String((await messages(client, String(first))).next);
    const garbage = "garbage abc 0 1-2 1- -1 -1--1 1e3 0x10-0x10 %00 .".split(" ");
    const damaged = (cursor: string): readonly string[] => {
      const [, sum] = cursor.split(".");
      return garbage.concat(
        ["9".repeat(300), cursor.slice(1), cursor.slice(0, -1), `1${cursor}`, `${cursor}x`],
        [`.${sum}`, `${cursor}&before=${cursor}`],
      );
    };
    for (const [path, own, other] of [
      ["/conversations", ofList, ofFirst],
      [`/conversations/${first}/messages`, ofFirst, ofList],
    ] as const) {
      for (const before of damaged(own).concat(other)) {
        const answer = await client.ask("GET", `${path}?before=${before}`);
        expect([before, answer.status, answer.body]).toMatchObject([
          before,
          400,
          { error: { code: 40011, message: expect.stringContaining("before") } },
        ]);
      }
      expect((await client.ask("GET", `${path}?before=${own}`)).status).toBe(200);
    }
    const ofAnother = await client.ask(
      "GET",
      `/conversations/${second}/messages?before=${ofFirst}`,
    );
    expect(ofAnother.status).toBe(400);
  });
});
