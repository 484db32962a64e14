import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { launchBrowser } from "@parley/chromium";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type NetworkPath,
  startNetworkPath,
} from "../../../../packages/agent-console/test/support/nodes/network-path.ts";
import type { Trouble } from "../../src/shop/entry.ts";
import { GatewayLink } from "../../src/shop/gateway-link.ts";
import { shopApp } from "../../src/shop/shop-app.ts";
import { Visitors } from "../../src/shop/visitors.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const scratch = temporaryDirectory();
const trouble: Trouble = { mode: "works", description: "" };
let browser: Browser;
let context: BrowserContext;
let server: Server;
let path: NetworkPath;
let visitors: Visitors;

beforeAll(async () => {
  browser = await launchBrowser(scratch.path);
});
afterAll(async () => {
  await browser.close();
  scratch.remove();
});
beforeEach(async () => {
  visitors = new Visitors();
  const app = shopApp({
    visitors,
    gateway: new GatewayLink(),
    isAvailable: () => true,
    trouble: { get: () => trouble, set: () => undefined },
  });
  server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  path = await startNetworkPath();
  path.lead(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  server.closeAllConnections();
  server.close();
  await path.close();
});

/** A new tab in front of the others. Headless pages are all visible, so the test tells them. */
async function openTab(): Promise<Page> {
  for (const page of context.pages()) await show(page, false);
  const page = await context.newPage();
  await page.goto(`${path.url}/`);
  await connected(page);
  return page;
}

async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate((isShown) => {
    Object.defineProperty(document, "hidden", { get: () => !isShown, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isShown);
}

const connected = (page: Page) =>
  page.getByTestId("shop-availability").filter({ hasText: "We are here" }).waitFor();
const offline = (page: Page) => page.getByTestId("shop-offline");
const says = (page: Page, words: string) =>
  page.getByTestId("shop-message-text").getByText(words, { exact: true });

async function agentSays(page: Page, text: string): Promise<void> {
  const id = await page.evaluate(() => sessionStorage.getItem("visitor"));
  const about = {
    from: "agent",
    author: "Ada",
    at: Date.now(),
    state: "sent",
    remark: null,
  } as const;
  visitors.say(String(id), { ...about, message: { id: text, type: "text", text } });
}

describe("the shop's pages", { timeout: 180_000 }, () => {
  it("all load though they are twelve, and a hidden one catches up when it is shown", async () => {
    const first = await openTab();
    for (let count = 1; count < 12; count += 1) await openTab();
    expect(path.streams).toBe(1);
    await agentSays(first, "are you still there?");
    for (const page of context.pages()) await show(page, false);
    await show(first, true);
    await says(first, "are you still there?").waitFor();
  });

  it("say within 15 s that nothing passes any more, and show everything once when it does", async () => {
    const page = await openTab();
    await agentSays(page, "before");
    await says(page, "before").waitFor();
    path.swallow("everything");
    await agentSays(page, "while nothing passes");
    await offline(page).waitFor({ timeout: 15_000 });
    await pause(45_000);
    path.heal();
    await says(page, "while nothing passes").waitFor();
    await offline(page).waitFor({ state: "hidden" });
    expect(await page.getByTestId("shop-message").count()).toBe(2);
  });

  it("say within 15 s that a message was not answered", async () => {
    const page = await openTab();
    path.swallow("everything");
    await page.getByTestId("shop-text").fill("hello?");
    await page.getByTestId("shop-send").click();
    await page
      .getByText("The shop's server did not answer within 15 seconds.")
      .waitFor({ timeout: 17_000 });
  });
});
