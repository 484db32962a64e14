import { SignalHub } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { describeInbox } from "../../support/inbox-contract.ts";
import { ConsoleClient } from "../../support/console-client.ts";
import { usePostgres } from "../../support/nodes/postgres-server.ts";
import { onlyConversation, text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const postgres = usePostgres();

describeInbox(async (options) => {
  const started = await start({ ...options, database: await postgres.fresh() });
  await started.client.signIn();
  return started;
});

describe("an agent's other node", () => {
  it("is told what the agent reads, and that lists changed", async () => {
    const options = { hub: new SignalHub(), database: await postgres.fresh() };
    const [here, there] = [await start(options), await start(options)];
    await here.client.signIn();
    const elsewhere = new ConsoleClient(there.host.url);
    elsewhere.cookie = here.client.cookie;
    const events = await elsewhere.events();
    await events.next("presence");
    await here.host.visitor(text(1, "hello"));
    expect((await events.next("lists"))?.data).toEqual({});
    const conversationId = await onlyConversation(here.client);
    await here.client.ask("PUT", `/conversations/${conversationId}/read`, { upTo: "1" });
    expect((await events.next("read"))?.data).toMatchObject({ conversationId, upTo: "1" });
    await events.close();
  });
});
