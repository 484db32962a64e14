import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { text } from "../support/browser/reading.ts";
import { reply, shows, useTabs } from "../support/browser/use-tabs.ts";

const tabs = useTabs();
const lost = (page: Page) => page.getByTestId("connection-lost");

describe("a path that passes nothing and closes nothing for 60 s", { timeout: 180_000 }, () => {
  it("is told in every tab within 15 s, and when it passes again each message comes once", async () => {
    const pages = await tabs.open(3);
    tabs.path.swallow("everything");
    await tabs.host.visitor(text(1, "while nothing passes"));
    await Promise.all(pages.map((page) => lost(page).waitFor({ timeout: 15_000 })));
    await pause(45_000);
    tabs.path.heal();
    await Promise.all(pages.map((page) => shows(page, "while nothing passes")));
    await Promise.all(pages.map((page) => lost(page).waitFor({ state: "detached" })));
    await tabs.host.visitor(text(1, "afterwards"));
    for (const page of pages) {
      await shows(page, "afterwards");
      expect(await page.getByTestId("message").count()).toBe(3);
    }
    expect(tabs.path.streams).toBe(1);
  });

  it("of the stream alone hides nothing that an agent sends", async () => {
    const [page] = (await tabs.open(1)) as [Page];
    tabs.path.swallow("streams");
    await reply(page, "do you see this?");
    await shows(page, "do you see this?");
    await lost(page).waitFor({ timeout: 15_000 });
    tabs.path.heal();
    await page.locator('[data-id="2"][data-state="delivered"]').waitFor();
    expect(await page.getByTestId("message").count()).toBe(2);
  });

  it("while an agent sends is told within 15 s, and the reply arrives once when the path passes again", async () => {
    const [page] = (await tabs.open(1)) as [Page];
    tabs.path.swallow("everything");
    await reply(page, "are you there?");
    const told = page.getByText("The gateway did not answer within 15 seconds.");
    await told.first().waitFor({ timeout: 17_000 });
    tabs.path.heal();
    await lost(page).waitFor({ state: "detached" });
    await shows(page, "are you there?");
    await page.locator('[data-id="2"][data-state="delivered"]').waitFor();
    expect(await page.getByTestId("message").count()).toBe(2);
    expect(
      tabs.host.sent.filter(({ message }) => (message as { text?: string }).text),
    ).toHaveLength(1);
  });
});
