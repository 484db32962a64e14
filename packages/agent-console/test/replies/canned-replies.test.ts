import { describe, expect, it } from "vitest";
import type { CannedReply } from "../../src/replies/canned-replies.ts";
import { codeOf, joined } from "../support/accounts/people.ts";
import type { ConsoleClient } from "../support/console-client.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

const hours = { shortcut: "hours", text: "We are open from 9 to 5." };

const repliesOf = async (client: ConsoleClient): Promise<readonly CannedReply[]> =>
  (await client.ask<{ replies: CannedReply[] }>("GET", "/replies")).body.replies;

const shortcutsOf = async (client: ConsoleClient): Promise<readonly string[]> =>
  (await repliesOf(client)).map(({ shortcut }) => shortcut);

async function add(client: ConsoleClient, body: unknown): Promise<CannedReply> {
  const answer = await client.ask<CannedReply>("POST", "/replies", body);
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("canned replies", () => {
  it("need a session, and are an agent's own or shared; admins alone manage the shared ones, and nobody those of others", async () => {
    const { host, client: admin } = await start();
    expect((await admin.ask("GET", "/replies")).status).toBe(401);
    await admin.signIn();
    const agent = await joined(host, admin);
    const shared = await add(admin, { ...hours, shared: true });
    expect(shared).toMatchObject({ ...hours, shared: true });
    const own = await add(agent, { ...hours, text: "Call me." });
    await add(admin, { shortcut: "bye", text: "Bye!" });
    expect(await shortcutsOf(admin)).toEqual(["bye", "hours"]);
    expect(await shortcutsOf(agent)).toEqual(["hours", "hours"]);

    const refused = await agent.ask("POST", "/replies", { ...hours, shared: true });
    expect([refused.status, codeOf(refused)]).toEqual([403, 40392]);
    for (const method of ["PATCH", "DELETE"]) {
      const change = { text: "Closed." };
      expect((await agent.ask(method, `/replies/${shared.id}`, change)).status).toBe(403);
      expect((await admin.ask(method, `/replies/${own.id}`, change)).status).toBe(404);
    }
    const changed = await agent.ask("PATCH", `/replies/${own.id}`, { text: "Write to me." });
    expect(changed.body).toMatchObject({ shortcut: "hours", text: "Write to me.", shared: false });
    expect((await admin.ask("DELETE", `/replies/${shared.id}`)).status).toBe(204);
    expect(await repliesOf(agent)).toMatchObject([{ id: own.id, text: "Write to me." }]);
  });

  it("have one shortcut each, whatever its case, and a repeat changes nothing", async () => {
    const { client } = await start();
    await client.signIn();
    const first = await add(client, { shortcut: " /Hours ", text: "one" });
    expect(first.shortcut).toBe("hours");
    const other = await add(client, { shortcut: "other", text: "two" });
    const again = await client.ask("POST", "/replies", { shortcut: "HOURS", text: "three" });
    const renamed = await client.ask("PATCH", `/replies/${other.id}`, { shortcut: "hours" });
    expect([again.status, codeOf(again), codeOf(renamed)]).toEqual([409, 40997, 40997]);
    const both = ["three", "four"].map((text) =>
      client.ask("POST", "/replies", { shortcut: "race", text }),
    );
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    expect(await shortcutsOf(client)).toEqual(["hours", "other", "race"]);
  });

  it("with a bad field are refused, and the field is named", async () => {
    const { client } = await start();
    await client.signIn();
    for (const [field, body] of [
      ["shortcut", { ...hours, shortcut: "" }],
      ["shortcut", { ...hours, shortcut: "two words" }],
      ["shortcut", { ...hours, shortcut: "a/b" }],
      ["shortcut", { ...hours, shortcut: "a\u202eb" }],
      ["shortcut", { ...hours, shortcut: "a".repeat(41) }],
      ["shortcut", { ...hours, shortcut: 7 }],
      ["shortcut", { text: "no shortcut" }],
      ["text", { ...hours, text: " \n" }],
      ["text", { ...hours, text: "a\0b" }],
      ["text", { ...hours, text: "\ud83d" }],
      ["text", { ...hours, text: "a".repeat(4_001) }],
      ["text", { shortcut: "hours" }],
      ["shared", { ...hours, shared: "yes" }],
    ] as const) {
      const answer = await client.ask("POST", "/replies", body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(field);
    }
    expect(await repliesOf(client)).toEqual([]);
    await add(client, { shortcut: "😀".repeat(40), text: "😀".repeat(4_000) });
  });
});
