import { describe, expect, it } from "vitest";
import type { MessageView } from "../../src/conversations/message-view.ts";
import { answer, ok } from "../support/console-host.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("a message that was not delivered", () => {
  it("shows the reason and the integrating system's words, and goes out again with the same message.id", async () => {
    const answers = [answer(200, { error: { code: 7, message: "<b>closed</b>" } })];
    const { host, client } = await start({ post: async () => answers.shift() ?? ok });
    await client.signIn();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
    const list = await client.ask<{ conversations: { id: string }[] }>("GET", "/conversations");
    const id = String(list.body.conversations[0]?.id);
    const events = await client.events();
    const path = `/conversations/${id}/messages`;
    const sent = await client.ask("POST", path, { type: "text", text: "hi" });
    const reply = async (state: string): Promise<MessageView | undefined> => {
      const page = await client.ask<{ messages: MessageView[] }>("GET", path);
      return page.body.messages.find((message) => message.id === "2" && message.state === state);
    };
    const failed = await until(() => reply("failed"));
    expect(failed.failure).toEqual({ reason: "rejected", description: "<b>closed</b>" });

    const again = await client.ask("POST", `${path}/2/resend`);
    expect([again.status, again.body]).toEqual([
      202,
      { id: sent.body["id"], warnings: [], messages: [] },
    ]);
    const delivered = await until(() => reply("delivered"));
    expect(delivered.failure).toBeUndefined();
    const ids = host.sent.map(({ message }) => (message as { id: string }).id);
    expect(ids).toEqual([ids[0], ids[0]]);

    const states: unknown[] = [];
    while (states.length < 4) {
      const event = await events.next("state");
      states.push([event?.data["id"], event?.data["state"], event?.data["failure"]]);
    }
    expect(states).toEqual([
      ["2", "waiting", undefined],
      ["2", "failed", { reason: "rejected", description: "<b>closed</b>" }],
      ["2", "waiting", undefined],
      ["2", "delivered", undefined],
    ]);
    await events.close();
  });

  it("cannot be sent again when it does not exist", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
    const list = await client.ask<{ conversations: { id: string }[] }>("GET", "/conversations");
    const path = `/conversations/${list.body.conversations[0]?.id}/messages`;
    for (const message of ["99", "0", "x", "1e3"]) {
      expect((await client.ask("POST", `${path}/${message}/resend`)).status).toBe(404);
    }
  });
});
