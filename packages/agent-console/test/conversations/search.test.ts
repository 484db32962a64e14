import { describe, expect, it } from "vitest";
import type { SearchHitView } from "../../src/conversations/search-routes.ts";
import { text } from "../support/browser/reading.ts";
import type { ConsoleClient } from "../support/console-client.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

interface SearchAnswer {
  readonly hits: readonly SearchHitView[];
  readonly next: string | null;
}

const search = (client: ConsoleClient, q: unknown, before?: unknown) =>
  client.ask<SearchAnswer>("POST", "/search", { q, before });

const shown = ({ hits }: SearchAnswer) =>
  hits.map(({ conversation, message }) => message?.text ?? conversation.visitor.name);

describe("the search", () => {
  it("finds visitors and messages, and pages through them", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor({
      sender: { id: 1, name: "Zoë Parcel" },
      message: { type: "text", text: "hi" },
    });
    for (let count = 1; count <= 35; count += 1) await host.visitor(text(2, `PARCEL ${count}`));
    const first = await search(client, "parcel");
    expect([first.status, first.body.hits.length]).toEqual([200, 30]);
    expect(shown(first.body).slice(0, 2)).toEqual(["Zoë Parcel", "PARCEL 35"]);
    const second = await search(client, "parcel", first.body.next);
    expect(shown(second.body)).toEqual(Array.from({ length: 6 }, (_, at) => `PARCEL ${6 - at}`));
    expect(second.body.next).toBeNull();
    expect(first.body.hits[1]?.message).toMatchObject({ direction: "inbound", type: "text" });
  });

  it("answers any text: nothing, quotes, patterns, an emoji, 10,000 characters", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, `100% "sure" \\ 👍🏽 ${"x".repeat(300)}`));
    for (const query of ['"sure"', "100%", "\\", "👍🏽", "x".repeat(10_000)])
      expect((await search(client, query)).body.hits, query.slice(0, 9)).toHaveLength(1);
    for (const query of ["", " ", "%%%", '""""', "_____", "\u0000", "nothing like it"])
      expect((await search(client, query)).body, query).toEqual({ hits: [], next: null });
  });

  it("refuses a missing query, a cursor of another search, and strangers", async () => {
    const { host, client } = await start();
    expect((await search(client, "hello")).status).toBe(401);
    await client.signIn();
    for (let count = 1; count <= 31; count += 1) await host.visitor(text(1, "hello you"));
    const { body } = await search(client, "hello");
    expect((await search(client, "hello", body.next)).status).toBe(200);
    for (const [q, before] of [
      [undefined, undefined],
      [["a", "b"], undefined],
      ["you", body.next],
      ["hello", "1"],
      ["hello", ["1", "2"]],
    ])
      expect((await search(client, q, before)).status, JSON.stringify([q, before])).toBe(400);
  });

  it("takes no words in the address, which proxies log", async () => {
    const { client } = await start();
    await client.signIn();
    const answer = await client.ask("GET", "/search?q=hello");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
