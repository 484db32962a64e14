import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openBrowser } from "./browser.ts";
import { type ConsoleHost, email, password, startConsoleHost } from "../console-host.ts";
import { type NetworkPath, startNetworkPath } from "../nodes/network-path.ts";
import { text } from "./reading.ts";

/** A console behind a proxy, and the tabs of one signed-in browser. */
export interface Tabs {
  readonly host: ConsoleHost;
  readonly path: NetworkPath;
  /** Opens tabs that show the first conversation. `missing`: browser features to remove. */
  open(count: number, missing?: readonly string[]): Promise<readonly Page[]>;
}

/** Creates new ones before each test. */
export function useTabs(): Tabs {
  let browser: Browser;
  let close: () => Promise<void>;
  let host: ConsoleHost;
  let path: NetworkPath;
  let context: BrowserContext;
  beforeAll(async () => {
    ({ browser, close } = await openBrowser());
  });
  afterAll(() => close());
  beforeEach(async () => {
    path = await startNetworkPath();
    host = await startConsoleHost({ baseUrl: path.url });
    path.lead(host.url);
    await host.visitor(text(1, "hello"));
    context = await browser.newContext();
  });
  afterEach(async () => {
    await context.close();
    await host.close();
    await path.close();
  });
  return {
    get host() {
      return host;
    },
    get path() {
      return path;
    },
    async open(count, missing = []) {
      await context.addInitScript((names: readonly string[]) => {
        for (const name of names) {
          const owner = name in navigator ? Navigator.prototype : globalThis;
          Reflect.deleteProperty(owner, name);
        }
      }, missing);
      const first = await context.newPage();
      await first.goto(`${path.url}/console`);
      await first.getByTestId("sign-in-email").fill(email);
      await first.getByTestId("sign-in-password").fill(password);
      await first.getByTestId("sign-in-submit").click();
      await first.getByTestId("conversation").click();
      await shows(first, "hello");
      const others: Page[] = [];
      while (others.length < count - 1) others.push(await context.newPage());
      await Promise.all(others.map((page) => page.goto(first.url())));
      await Promise.all(others.map((page) => shows(page, "hello")));
      return [first, ...others];
    },
  };
}

/** Waits until a page shows a message once. */
export async function shows(page: Page, words: string): Promise<void> {
  await page.getByTestId("message-text").getByText(words, { exact: true }).waitFor();
}

/** Sends a reply through the page. */
export async function reply(page: Page, words: string): Promise<void> {
  await page.getByTestId("composer-text").fill(words);
  await page.getByTestId("composer-send").click();
}
