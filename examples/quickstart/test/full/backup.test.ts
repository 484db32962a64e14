import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { restoreBackup } from "@parley/store-sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { AdminClient } from "../support/admin-client.ts";
import { AgentLoad } from "../support/agent-load.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { Endpoint } from "../support/endpoint.ts";
import { eventually } from "../support/eventually.ts";
import { visitorSays } from "../support/first-conversation.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";
import { VisitorLoad } from "../support/visitor-load.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

const withoutShop = { PARLEY_SHOP_PORT: "0" };

describe("a backup made while visitors write and agents answer", () => {
  it("holds, restored elsewhere, every message acknowledged before its instant, and goes on", async () => {
    const endpoint = await Endpoint.open();
    const first = await runs.start(runs.freshData(), withoutShop);
    const admin = new AdminClient(first.url, first.dataDirectory);
    await admin.ask("PATCH", "/channels/shop", { chatApiUrl: endpoint.url });
    const visitors = new VisitorLoad(first.firstChannel.ingressUrl, 16);
    const agents = await AgentLoad.start(await ConsoleClient.signIn(first.url), 4);
    await eventually(() => visitors.acknowledged.length > 1_500, 60_000);
    await eventually(() => agents.acknowledged.length > 100, 60_000);
    const backup = await admin.backupOf(await admin.startBackup());
    const { endedAt } = backup;
    await Promise.all([visitors.end(), agents.end()]);
    const written = visitors.acknowledged.filter(({ at }) => at > backup.takenAt && at < endedAt);
    expect(written.length).toBeGreaterThan(0);
    expect(await first.stop()).toBe(0);

    const elsewhere = runs.freshData();
    const { movedTo } = await restoreBackup({ from: backup.path, directory: elsewhere });
    expect(movedTo).toBeNull();
    const second = await runs.start(elsewhere, withoutShop);
    const lines = await new AdminClient(second.url, elsewhere).export();
    const messages = lines.filter(({ type }) => type === "message") as unknown as ExportedMessage[];
    const before = ({ acknowledged }: VisitorLoad | AgentLoad) =>
      acknowledged.filter(({ at }) => at < backup.takenAt);
    expect(before(visitors).length).toBeGreaterThan(1_000);
    expect(before(agents).length).toBeGreaterThan(50);
    for (const [direction, load] of [
      ["inbound", visitors],
      ["outbound", agents],
    ] as const) {
      const texts = textsOf(messages.filter((one) => one.direction === direction));
      for (const sent of Map.groupBy(before(load), ({ visitor }) => visitor).values()) {
        const found = texts.find(([text]) => text === sent[0]?.text) ?? [];
        expect(found.slice(0, sent.length)).toEqual(sent.map(({ text }) => text));
      }
    }
    expect(new Set(messages.map(({ message }) => message.text)).size).toBe(messages.length);
    expect(lines.at(-1)).toMatchObject({ type: "end", messages: messages.length });

    expect(await visitorSays(second.firstChannel.ingressUrl, "I am still here")).toBe(200);
    await ConsoleClient.signIn(second.url);
    expect(await second.stop()).toBe(0);
    await endpoint.close();
  }, 120_000);
});

interface ExportedMessage {
  readonly conversationId: string;
  readonly direction: "inbound" | "outbound";
  readonly message: { readonly text: string };
}

/** By conversation, in order. */
function textsOf(messages: readonly ExportedMessage[]): readonly (readonly string[])[] {
  const conversations = Map.groupBy(messages, ({ conversationId }) => conversationId);
  return [...conversations.values()].map((all) => all.map(({ message }) => message.text));
}

describe("a backup", () => {
  it("is readable for its owner only, holds what a restart needs, and is listed", async () => {
    const quickstart = await runs.start(runs.freshData(), withoutShop);
    const admin = new AdminClient(quickstart.url, quickstart.dataDirectory);
    const { path, files } = await admin.backup();
    const names = ["parley.db", "console.db", "admin-token", "first-channel.json"];
    expect(files.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(readdirSync(path).toSorted()).toEqual([...names, "manifest.json"].toSorted());
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(path))
      expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
    expect(await admin.read("/backups")).toMatchObject({ backups: [{ path }] });
    expect(readdirSync(join(quickstart.dataDirectory, "backups"))).toHaveLength(1);
  });

  it("is not restored over a gateway that runs", async () => {
    const quickstart = await runs.start(runs.freshData(), withoutShop);
    const admin = new AdminClient(quickstart.url, quickstart.dataDirectory);
    const { path } = await admin.backup();
    const directory = quickstart.dataDirectory;
    await expect(restoreBackup({ from: path, directory, replace: true })).rejects.toMatchObject({
      code: "store-owned",
    });
    expect((await fetch(`${quickstart.url}/readyz`)).status).toBe(200);
  });
});
