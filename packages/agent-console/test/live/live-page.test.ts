import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { type ConsoleHost, email, password, startConsoleHost } from "../support/console-host.ts";
import { type NetworkPath, startNetworkPath } from "../support/nodes/network-path.ts";
import { text } from "../support/browser/reading.ts";

let browser: Browser;
let close: () => Promise<void>;
let path: NetworkPath;
let host: ConsoleHost;
let context: BrowserContext;
let page: Page;

// One browser, console and agent for all tests. Each test continues where the last one ended.
beforeAll(async () => {
  [{ browser, close }, path] = await Promise.all([openBrowser(), startNetworkPath()]);
  host = await startConsoleHost({ baseUrl: path.url });
  path.lead(host.url);
  await host.visitor(text(1, "hello"));
  context = await browser.newContext();
  page = await context.newPage();
  await page.clock.install();
  await page.goto(`${path.url}/console`);
  await page.getByTestId("sign-in-email").fill(email);
  await page.getByTestId("sign-in-password").fill(password);
  await page.getByTestId("sign-in-submit").click();
  await page.getByTestId("conversation").click();
  await page.getByTestId("message-text").getByText("hello").waitFor();
});
afterAll(async () => {
  await close();
  await host.close();
  await path.close();
});
beforeEach(() => path.heal());

const shown = (on: Page, words: string) =>
  on.getByTestId("message-text").filter({ hasText: words }).waitFor();

describe("pages of one browser", () => {
  it("load and work though there are more of them than the browser has connections", async () => {
    const others: Page[] = [];
    for (let count = 0; count < 7; count += 1) others.push(await context.newPage());
    await Promise.all(others.map((other) => other.goto(page.url())));
    await Promise.all(others.map((other) => shown(other, "hello")));
    await host.visitor(text(1, "to all of you"));
    await Promise.all([page, ...others].map((each) => shown(each, "to all of you")));
    const last = others.at(-1) as Page;
    await last.getByTestId("composer-text").fill("from the last one");
    await last.getByTestId("composer-send").click();
    await shown(page, "from the last one");
    expect(path.streams).toBe(1);
    await Promise.all(others.map((other) => other.close()));
  });
});

describe("a page whose stream passes nothing and closes nothing", () => {
  it("says so, shows what it sends itself, and catches up", async () => {
    path.swallow("streams");
    await page.clock.runFor(14_000);
    await page.getByTestId("connection-lost").waitFor();
    await page.getByTestId("composer-text").fill("do you see me?");
    await page.getByTestId("composer-send").click();
    await shown(page, "do you see me?");
    await host.visitor(text(1, "meanwhile"));
    path.heal();
    await page.clock.runFor(12_000);
    await shown(page, "meanwhile");
    await page.getByTestId("connection-lost").waitFor({ state: "detached" });
    for (const words of ["do you see me?", "meanwhile"]) {
      expect(await page.getByTestId("message-text").filter({ hasText: words }).count()).toBe(1);
    }
  });

  it("says that a call was not answered in time", async () => {
    await page.route("**/api/conversations/*/messages", () => undefined);
    await page.getByTestId("composer-text").fill("no answer");
    await page.getByTestId("composer-send").click();
    await page.clock.runFor(15_500);
    await page
      .getByTestId("unsent-reason")
      .getByText("The gateway did not answer within 15 seconds.")
      .waitFor();
    await page.unrouteAll();
  });
});
