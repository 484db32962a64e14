import { Conversations } from "@parley/core";
import { describe, expect, it } from "vitest";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const device = "laptop-1";
/** Names the first revision of the draft. */
const from = { "Parley-Draft": `d1 ${device} 1` };
const draftOf = (text: string, base: number, change: object = {}) => ({
  id: "d1",
  device,
  base,
  text,
  media: null,
  ...change,
});

/** A signed-in agent, and a conversation. */
async function opened() {
  const { host, client } = await start();
  await client.signIn();
  await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
  const conversations = await host.gateway.get(Conversations);
  const { items } = await conversations.list({ before: null, limit: 1 });
  const id = items[0]?.id ?? "";
  const path = `/conversations/${id}/draft`;
  return { host, client, id, path, put: (body: object) => client.ask("PUT", path, body) };
}

describe("drafts on the server", () => {
  it("are there for the agent's next device, letter for letter, and in no log", async () => {
    const { host, client, id, path, put } = await opened();
    const text = "half a sent\u{1F600}\uD800\u0000";
    const media = { type: "photo", fields: { file: "https://x.example/a.png" } };
    const answer = await put(draftOf(text, 0, { media }));
    expect(answer).toMatchObject({ status: 200, body: { saved: true, revision: 1 } });
    const view = { conversationId: id, revision: 1, draft: { id: "d1", text, media }, others: [] };
    expect((await client.ask("GET", "/drafts")).body).toEqual({ drafts: [view] });
    expect((await client.ask("GET", path)).body).toEqual(view);
    expect(JSON.stringify(host.log)).not.toContain("half a sent");
  });

  it("are told to the agent's own pages", async () => {
    const { client, id, put } = await opened();
    const events = await client.events();
    await put(draftOf("hello", 0));
    const event = await events.next("draft");
    expect(event?.data).toMatchObject({ conversationId: id, revision: 1 });
    await events.close();
  });

  it("end with the message that was sent from them, and a save that it overtook is refused", async () => {
    const { client, id, path, put } = await opened();
    await put(draftOf("good day", 0));
    const messages = `/conversations/${id}/messages`;
    const message = { type: "text", text: "good day" };
    expect((await client.ask("POST", messages, message, from)).status).toBe(202);
    const late = await put(draftOf("good day", 1, { device: "phone-1" }));
    expect(late).toMatchObject({ status: 200, body: { saved: false, revision: 2, draft: null } });
    expect((await client.ask("GET", path)).body).toMatchObject({ revision: 2, draft: null });
    expect((await client.ask("GET", "/drafts")).body).toEqual({ drafts: [] });
  });

  it("stay when the message is refused", async () => {
    const { client, id, path, put } = await opened();
    await put(draftOf("good day", 0));
    const messages = `/conversations/${id}/messages`;
    expect((await client.ask("POST", messages, { type: "text", text: "" }, from)).status).toBe(400);
    expect((await client.ask("GET", path)).body).toMatchObject({ draft: { text: "good day" } });
  });

  it("are refused when they are no draft, too long, or of no conversation", async () => {
    const { client, id, put } = await opened();
    const long = "a".repeat(20_001);
    for (const body of [
      {},
      draftOf("a", -1),
      draftOf("a", 0.5),
      draftOf(long, 0),
      draftOf("a", 0, { device: "" }),
      draftOf("a", 0, { device: "x".repeat(65) }),
      draftOf("a", 0, { media: { type: "photo", fields: { file: 1 } } }),
      draftOf("a", 0, { media: { type: "photo", fields: { file: "b".repeat(5_000) } } }),
      draftOf("a", 0, { without: "x" }),
    ])
      expect([body, (await put(body)).status]).toEqual([body, 400]);
    expect((await put(draftOf("a".repeat(20_000), 0))).status).toBe(200);
    const nowhere = await client.ask("PUT", "/conversations/nobody/draft", draftOf("a", 0));
    expect(nowhere).toMatchObject({ status: 404, body: { error: { code: 40402 } } });
    for (const header of ["", "d1", "d1 laptop", "d1 laptop x", "d1 laptop 1 1"]) {
      const sent = ["POST", `/conversations/${id}/messages`, { type: "text", text: "a" }] as const;
      const { status } = await client.ask(...sent, { "Parley-Draft": header });
      expect([header, status]).toEqual([header, 400]);
    }
  });
});

describe("an erased conversation", () => {
  it("takes its drafts with it, from every byte of the console's files, and refuses new ones", async () => {
    const { host, client, id, path, put } = await opened();
    await put(draftOf("canary-4711 one", 0));
    await put(draftOf("canary-4711 two, which is longer", 1));
    expect(await host.files()).toContain("canary-4711");
    const events = await client.events();
    const conversations = await host.gateway.get(Conversations);
    expect(await conversations.erase(id)).toBe(true);
    expect((await events.next("erased"))?.data).toEqual({ conversationId: id });
    await events.close();
    expect(await host.files()).not.toContain("canary-4711");
    expect(await host.files()).not.toContain(id);
    expect((await put(draftOf("again", 2))).body).toMatchObject({ error: { code: 40402 } });
    expect((await client.ask("GET", path)).status).toBe(404);
    expect((await client.ask("GET", "/drafts")).body).toEqual({ drafts: [] });
  });
});
