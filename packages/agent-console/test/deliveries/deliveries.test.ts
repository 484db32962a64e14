import type { Delivery } from "@parley/core";
import { describe, expect, it } from "vitest";
import { answer, ok } from "../support/console-host.ts";
import type { ConsoleClient } from "../support/console-client.ts";
import { codeOf } from "../support/accounts/people.ts";
import { onlyConversation, text } from "../support/browser/reading.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();
const closed = answer(200, { error: { code: 7, message: "closed today" } });

interface Page {
  readonly deliveries: readonly Delivery[];
  readonly next: string | null;
}

const list = async (client: ConsoleClient, query: string) =>
  (await client.ask<Page>("GET", `/deliveries?${query}`)).body;

describe("deliveries in the console", () => {
  it("show what failed with every attempt and what came back, and are tried again once", async () => {
    const answers = [closed];
    const { host, client } = await start({ post: async () => answers.shift() ?? ok });
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    const [failed] = await until(async () => {
      const { deliveries } = await list(client, "state=failed");
      return deliveries.length > 0 && deliveries;
    });
    expect(failed).toMatchObject({
      conversationId: id,
      channelId: "shop",
      kind: "outbound",
      failure: { reason: "rejected", description: "closed today" },
      attempts: [
        { attempt: 1, outcome: "failure-shape", status: 200, description: "closed today" },
      ],
    });
    const one = await client.ask("GET", `/deliveries/${failed?.id}`);
    expect(one.body).toEqual(failed);
    const again = await client.ask("POST", `/deliveries/${failed?.id}/retry`);
    expect(again.status).toBe(202);
    const retried = String(again.body["deliveryId"]);
    const delivered = await until(async () => {
      const { body } = await client.ask<Delivery>("GET", `/deliveries/${retried}`);
      return body.state === "delivered" && body;
    });
    expect(delivered.attempts).toMatchObject([{ outcome: "positive", status: 200 }]);
    expect(await list(client, "state=failed")).toEqual({ deliveries: [], next: null });
    expect(host.log.lines.join("\n")).not.toContain("closed today");
  });

  it("name their visitor and their message", async () => {
    const { host, client } = await start({ post: async () => closed });
    await client.signIn();
    await host.visitor({
      sender: { id: 1, name: "Ann" },
      message: { type: "text", text: "hello" },
    });
    const id = await onlyConversation(client);
    for (const words of ["first", "second"]) {
      await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: words });
    }
    const failed = await until(async () => {
      const { deliveries } = await list(client, "state=failed");
      return deliveries.length === 2 && deliveries;
    });
    expect(failed).toMatchObject([
      { visitor: { id: "1", name: "Ann" }, message: { type: "text", text: "second" } },
      { visitor: { id: "1", name: "Ann" }, message: { type: "text", text: "first" } },
    ]);
    const one = await client.ask("GET", `/deliveries/${failed[0]?.id}`);
    expect(one.body).toEqual(failed[0]);
    expect(host.log.lines.join("\n")).not.toMatch(/Ann|second/);
  });

  it("are told apart by state, kind and channel, page by page", async () => {
    const { host, client } = await start({ post: async () => closed });
    await client.signIn();
    for (let visitor = 1; visitor <= 52; visitor += 1) {
      await host.visitor(text(visitor, "hello"));
    }
    const { items } = await host.gateway.conversations.list({ before: null, limit: 200 });
    for (const { id } of items) {
      await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    }
    const first = await until(async () => {
      const page = await list(client, "state=failed&kind=outbound&channel=shop");
      return page.next !== null && page;
    });
    expect(first.deliveries).toHaveLength(50);
    const before = encodeURIComponent(String(first.next));
    const second = await until(async () => {
      const page = await list(client, `state=failed&kind=outbound&channel=shop&before=${before}`);
      return page.deliveries.length > 0 && page;
    });
    const ids = new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id));
    expect(ids.size).toBe(first.deliveries.length + second.deliveries.length);
    expect((await list(client, "state=failed&kind=inbound")).deliveries).toEqual([]);
    expect((await list(client, "state=failed&channel=other")).deliveries).toEqual([]);
    const foreign = await client.ask("GET", `/deliveries?state=waiting&before=${before}`);
    expect(foreign.status).toBe(400);
  });

  it("are refused when what is asked for is no list or no delivery", async () => {
    const { client } = await start();
    await client.signIn();
    for (const query of [
      "",
      "state=all",
      "state=failed&kind=reports",
      "state=failed&state=failed",
    ]) {
      expect([query, (await client.ask("GET", `/deliveries?${query}`)).status]).toEqual([
        query,
        400,
      ]);
    }
    for (const field of ["kind", "channel", "before"]) {
      const refused = await client.ask("GET", `/deliveries?state=failed&${field}=x&${field}=y`);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        400,
        expect.stringContaining(`${field}: `),
      ]);
    }
    const none = await client.ask("GET", "/deliveries/nothing.1");
    expect([none.status, codeOf(none)]).toEqual([404, 40405]);
    expect((await client.ask("POST", "/deliveries/nothing.1/retry")).status).toBe(404);
  });
});
