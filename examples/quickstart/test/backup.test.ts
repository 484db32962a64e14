import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { restoreBackup } from "@parley/store-sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { AdminClient } from "./support/admin-client.ts";
import { ConsoleClient } from "./support/console-client.ts";
import { eventually } from "./support/eventually.ts";
import { visitorSays } from "./support/first-conversation.ts";
import { QuickstartRuns } from "./support/quickstart-runs.ts";
import { VisitorLoad } from "./support/visitor-load.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

const withoutShop = { PARLEY_SHOP_PORT: "0" };

describe("a backup made while visitors write", () => {
  it("holds, restored elsewhere, every message acknowledged before its instant, and goes on", async () => {
    const first = await runs.start(runs.freshData(), withoutShop);
    const admin = new AdminClient(first.url, first.dataDirectory);
    const load = new VisitorLoad(first.firstChannel.ingressUrl, 16);
    await eventually(() => load.acknowledged.length > 3_000, 60_000);
    const job = await admin.startBackup();
    const backup = await admin.backupOf(job);
    await eventually(() => load.acknowledged.some(({ at }) => at > backup.takenAt));
    await load.end();
    expect(await first.stop()).toBe(0);

    const elsewhere = runs.freshData();
    const { movedTo } = await restoreBackup({ from: backup.path, directory: elsewhere });
    expect(movedTo).toBeNull();
    const second = await runs.start(elsewhere, withoutShop);
    const restored = new AdminClient(second.url, elsewhere);
    const lines = await restored.export();
    const textsBy = Map.groupBy(
      lines.filter(({ type }) => type === "message"),
      ({ conversationId }) => conversationId,
    );
    const texts = [...textsBy.values()].map((messages) =>
      messages.map(({ message }) => (message as { text: string }).text),
    );
    const before = load.acknowledged.filter(({ at }) => at < backup.takenAt);
    expect(before.length).toBeGreaterThanOrEqual(3_000);
    for (const [visitor, sent] of Map.groupBy(before, (one) => one.visitor)) {
      const found = texts.find(([text]) => text?.startsWith(`${visitor} `)) ?? [];
      expect(found.slice(0, sent.length)).toEqual(sent.map(({ text }) => text));
    }
    const all = texts.flat();
    expect(new Set(all).size).toBe(all.length);
    expect(lines.at(-1)).toMatchObject({ type: "end", messages: all.length });

    expect(await visitorSays(second.firstChannel.ingressUrl, "I am still here")).toBe(200);
    await ConsoleClient.signIn(second.url);
  });
});

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
