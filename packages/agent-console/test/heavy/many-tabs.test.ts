import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { text } from "../support/browser/reading.ts";
import { reply, shows, useTabs } from "../support/browser/use-tabs.ts";

const tabs = useTabs();

describe.each([
  ["with everything that browsers have", []],
  ["without shared workers", ["SharedWorker"]],
  ["without locks", ["locks"]],
  ["without shared workers and locks", ["SharedWorker", "locks"]],
])("twelve tabs of one browser %s", (_what, missing) => {
  it("all load, hear and send, over one stream", async () => {
    const pages = await tabs.open(12, missing);
    for (const name of missing) {
      expect(
        await pages[0]?.evaluate((name) => name in navigator || name in globalThis, name),
      ).toBe(false);
    }
    await expect.poll(() => tabs.path.streams).toBe(1);
    await tabs.host.visitor(text(1, "for all of you"));
    await Promise.all(pages.map((page) => shows(page, "for all of you")));
    for (const [index, page] of pages.entries()) await reply(page, `from tab ${index}.`);
    await Promise.all(
      pages.flatMap((page) => pages.map((_, index) => shows(page, `from tab ${index}.`))),
    );
    for (const page of pages) expect(await page.getByTestId("message").count()).toBe(14);
  });
});

describe("when the tab that holds the stream", () => {
  /** Finds the tab with the stream by what the pages show, and closes it. */
  async function without(pages: readonly Page[], end: (page: Page) => Promise<unknown>) {
    // The first tab started first, so it has the stream.
    const [leader, ...others] = pages as [Page, ...Page[]];
    await end(leader);
    await tabs.host.visitor(text(1, "are you still there?"));
    await Promise.all(others.map((page) => shows(page, "are you still there?")));
    await tabs.host.visitor(text(1, "and now?"));
    await Promise.all(others.map((page) => shows(page, "and now?")));
    return others;
  }

  it("is closed, the others go on", async () => {
    const others = await without(await tabs.open(8), (page) => page.close());
    await expect.poll(() => tabs.path.streams).toBe(1);
    for (const page of others) expect(await page.getByTestId("message").count()).toBe(3);
  });

  it("crashes, the others go on within 15 s", async () => {
    const pages = await tabs.open(8);
    const others = await without(pages, async (page) => {
      const session = await page.context().newCDPSession(page);
      session.send("Page.crash").catch(() => undefined);
    });
    for (const page of others) expect(await page.getByTestId("message").count()).toBe(3);
  });

  it("is frozen by the browser, the others go on, and it catches up when it is woken", async () => {
    const pages = await tabs.open(8);
    const [leader] = pages as [Page];
    const session = await leader.context().newCDPSession(leader);
    const freeze = (state: "frozen" | "active") =>
      session.send("Page.setWebLifecycleState", { state });
    const others = await without(pages, () => freeze("frozen"));
    await freeze("active");
    await shows(leader, "and now?");
    for (const page of [leader, ...others]) {
      expect(await page.getByTestId("message").count()).toBe(3);
    }
    await expect.poll(() => tabs.path.streams).toBe(1);
  });

  it("hangs in its own work, the others go on within 15 s", async () => {
    const pages = await tabs.open(8);
    const others = await without(pages, async (page) => {
      void page
        .evaluate(() => {
          const end = performance.now() + 40_000;
          while (performance.now() < end);
        })
        .catch(() => undefined);
    });
    for (const page of others) expect(await page.getByTestId("message").count()).toBe(3);
  });
});
