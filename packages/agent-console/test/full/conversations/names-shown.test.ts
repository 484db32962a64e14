import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../support/browser/browser.ts";
import { ConsoleClient } from "../../support/console-client.ts";
import { answer, type ConsoleHost, startConsoleHost } from "../../support/console-host.ts";
import { conversations, onlyConversation } from "../../support/browser/reading.ts";
import {
  answerStrangely,
  endOf,
  strange,
  strangeTextOn,
} from "../../support/browser/strange-text.ts";
import { until } from "../../support/use-console.ts";
import { typeIn } from "../../support/browser/use-pages.ts";
import { watchPage, type WatchedPage } from "../../support/browser/watched-page.ts";

const shownWell = { text: ".exe", inOrder: true, atTheRight: true, inSight: true };
let browser: Browser;
let close: () => Promise<void>;
let host: ConsoleHost;
let client: ConsoleClient;
let page: Page;
let watched: WatchedPage;

const fileOf = (file_name: string, more = {}) => {
  const file = "https://files.example/x";
  return { type: "document", file, file_name, file_size: 9, ...more };
};
const go = (address: string) => page.goto(`${host.url}/console/#/${address}`);

// One console, conversation and page for all tests. Each test continues where the last one ended.
beforeAll(async () => {
  const description = `no${strange}`;
  [{ browser, close }, host] = await Promise.all([
    openBrowser(),
    startConsoleHost({
      post: async () => answer(200, { error: { code: 1, message: description } }),
    }),
  ]);
  client = new ConsoleClient(host.url);
  await client.signIn();
  page = await browser.newPage();
  page.setDefaultTimeout(25_000);
  watched = await watchPage(page, host.url, []);
  await page.goto(`${host.url}/console`);
  await typeIn(page);
  await page.getByTestId("conversation-list").waitFor();
});
afterAll(async () => {
  await close();
  await host.close();
});

describe("names of strangers", { timeout: 120_000 }, () => {
  it("end where they truly end, whatever they say about the direction of writing", async () => {
    const sender = { id: 1, name: "Ann \u202egpj.exe" };
    await host.visitor({ sender, message: fileOf("invoice\u202efdp.exe") });
    await go(`c/${await onlyConversation(client)}`);
    await page.getByTestId("media-name").waitFor();
    for (const place of ["media-name", "thread-name", "visitor-name"]) {
      const shown = await endOf(page, `[data-testid="${place}"]`, 4);
      expect({ place, ...shown }).toEqual({ place, ...shownWell });
    }
    expect(await page.getByTestId("media-name").textContent()).toBe("invoice‹U+202E›fdp.exe");
    expect(await page.getByTestId("visitor-name").textContent()).toBe("Ann ‹U+202E›gpj.exe");
    expect(await endOf(page, ".conversation-name", 4)).toEqual(shownWell);
    expect(await endOf(page, ".conversation-summary", 4)).toEqual(shownWell);
  });

  it("show a file's ending in the list and under its title, however long or right-to-left it is", async () => {
    const sender = { id: 1, name: "Ann" };
    const names = [
      `invoice.pdf${" ".repeat(300)}.exe`,
      `${"invoice".repeat(20)}.exe`,
      `${"חשבונית".repeat(20)}.exe`,
      "\u2067invoice.exe",
    ];
    const before = await page.getByTestId("media-name").count();
    for (const [index, name] of names.entries()) {
      await host.visitor({ sender, message: fileOf(name) });
      await page
        .getByTestId("media-name")
        .nth(before + index)
        .waitFor();
      for (const selector of [".conversation-summary", '[data-testid="media-name"]']) {
        const shown = await endOf(page, selector, 4);
        expect({ name, selector, ...shown }).toEqual({ name, selector, ...shownWell });
      }
    }
    await host.visitor({ sender, message: fileOf("setup.exe", { type: "audio", title: "a.mp3" }) });
    await page
      .getByTestId("media-name")
      .nth(before + names.length)
      .waitFor();
    expect(await page.locator(".media-facts").last().textContent()).toContain("setup.exe");
  });

  it("are isolated from our words and hide nothing, on every page", async () => {
    await client.ask("POST", "/channels", { id: "shop", chatApiUrl: "https://shop.example/chat" });
    await client.ask("POST", "/invitations", { email: "new@parley.example", role: "agent" });
    const profile = { name: "Ann", phone: "1", email: "a@b.example", invite: "Hello" };
    const sender = { id: `7${strange}`, ...profile, url: "https://shop.example/cart" };
    const about = { performer: "Bo", emoji: "x", text: "see" };
    await host.visitor({ sender, message: fileOf("a.pdf", about) });
    await host.visitor({
      sender,
      message: fileOf("b.mp3", { ...about, type: "audio", title: "t" }),
    });
    const listed = (await conversations(client)).conversations;
    const id = listed.find(({ visitor }) => visitor.id === sender.id)?.id;
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    const failed = await until(async () => {
      const path = "/deliveries?state=failed";
      const { body } = await client.ask<{ deliveries: { id: string }[] }>("GET", path);
      return body.deliveries[0]?.id;
    });
    await answerStrangely(page);
    await page.reload();
    for (const [address, mark, atLeast] of [
      ["", "conversation", 3],
      [`c/${id}`, "failure-notice", 12],
      ["account", "session", 3],
      ["people", "invitation", 5],
      ["channels", "channel", 2],
      [`channel/shop${encodeURIComponent(strange)}`, "channel-page", 2],
      ["deliveries/failed", "delivery", 1],
      [`delivery/${encodeURIComponent(failed)}`, "attempt", 2],
    ] as const) {
      await go(address);
      await page.getByTestId(mark).first().waitFor();
      if (address === "people") {
        await page.getByTestId("person-sign-out").first().click();
      }
      const { count, faults } = await strangeTextOn(page);
      expect({ address, faults }).toEqual({ address, faults: [] });
      expect({ address, count }).toEqual({
        address,
        count: expect.toSatisfy(() => count >= atLeast),
      });
    }
    expect(watched.misdeeds).toEqual([]);
  });
});
