import { afterAll, describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { Endpoint } from "../support/endpoint.ts";
import { eventually } from "../support/eventually.ts";
import { askAdmin, firstConversation, visitorSays } from "../support/first-conversation.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

describe.concurrent("stopping", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s, even twice, ends with 0 while streams are open",
    async (signal) => {
      const quickstart = await runs.start(runs.freshData());
      const agent = await ConsoleClient.signIn(quickstart.url);
      const console = await agent.ask("GET", "events");
      const shop = await fetch(`${quickstart.shopUrl}/api/visitors/v1/events`);
      expect([console.status, shop.status]).toEqual([200, 200]);
      quickstart.signal(signal);
      quickstart.signal(signal);
      expect(await quickstart.exited).toBe(0);
      await expect(fetch(`${quickstart.shopUrl}/`)).rejects.toThrow("fetch failed");
      await Promise.allSettled([console.text(), shop.text()]);
    },
  );

  it("lets an attempt under way end and keeps its answer, even when told again to stop", async () => {
    const endpoint = await Endpoint.open();
    try {
      let answer = (): void => undefined;
      endpoint.delay = () => new Promise((resolve) => (answer = resolve));
      const data = runs.freshData();
      const first = await runs.start(data);
      await askAdmin(first, "PATCH", { chatApiUrl: endpoint.url });
      const { agent, conversationId } = await firstConversation(first);
      await agent.reply(conversationId, "one moment");
      await eventually(() => endpoint.texts.length === 1);
      first.signal("SIGTERM");
      await eventually(() =>
        fetch(`${first.url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
      first.signal("SIGTERM");
      first.signal("SIGINT");
      answer();
      expect(await first.exited).toBe(0);
      const second = await runs.start(data);
      const messages = await (await ConsoleClient.signIn(second.url)).messages(conversationId);
      expect(messages.at(-1)?.state).toBe("delivered");
      expect(endpoint.texts).toHaveLength(1);
    } finally {
      await endpoint.close();
    }
  });

  it("says not ready while it still answers, for as long as it was told to", async () => {
    const quickstart = await runs.start(runs.freshData(), { PARLEY_LEAVE_MS: "60000" });
    const { ingressUrl } = quickstart.firstChannel;
    quickstart.signal("SIGTERM");
    await eventually(async () => (await fetch(`${quickstart.url}/readyz`)).status === 503);
    expect(await visitorSays(ingressUrl, "in the meantime")).toBe(200);
    expect((await fetch(`${quickstart.url}/healthz`)).status).toBe(200);
  });

  it("takes the shop along when the gateway is killed", async () => {
    const quickstart = await runs.start(runs.freshData());
    expect((await fetch(quickstart.shopUrl)).status).toBe(200);
    await quickstart.kill();
    await eventually(() =>
      fetch(quickstart.shopUrl).then(
        () => false,
        () => true,
      ),
    );
  });
});
