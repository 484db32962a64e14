import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInAsAgent } from "../support/agent-window.ts";
import { openWindow } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { QuickstartProcess } from "../support/quickstart-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const scratch = temporaryDirectory();
const presenceSeconds = 20;
/** Longer than all promised times on a busy machine. */
const timeoutMs = 60_000;

let quickstart: QuickstartProcess;
let visitors: Browser;
let shop: Page;

/** With the same ports and data, as after a crash. */
async function startAgain(): Promise<void> {
  const environment: Record<string, string> = {
    PARLEY_PRESENCE_SECONDS: String(presenceSeconds),
    ...(quickstart && {
      PARLEY_PORT: String(quickstart.port),
      PARLEY_SHOP_PORT: String(quickstart.shopPort),
    }),
  };
  quickstart = await QuickstartProcess.start(join(scratch.path, "data"), environment);
}

async function browserOf(name: string): Promise<Browser> {
  const directory = join(scratch.path, name);
  mkdirSync(directory, { recursive: true });
  return launchBrowser(directory);
}

/** As by SIGKILL: its pages send nothing more. */
async function crash(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const gone = new Promise<void>((resolve) => browser.once("disconnected", () => resolve()));
  session.send("Browser.crash").catch(() => undefined);
  await gone;
}

async function status(): Promise<string> {
  return (await fetch(quickstart.firstChannel.statusUrl)).text();
}

/** An available agent in a separate browser, in the conversation of the shop's visitor. */
async function agentIn(browser: Browser): Promise<Page> {
  const { page } = await openWindow(browser, `${quickstart.url}/`);
  await signInAsAgent(page);
  if ((await page.getByTestId("availability").getAttribute("aria-checked")) === "false")
    await page.getByTestId("availability").click();
  await page.getByTestId("conversation").click();
  return page;
}

beforeAll(async () => {
  await startAgain();
  visitors = await browserOf("visitors");
  shop = (await openWindow(visitors, `${quickstart.shopUrl}/`)).page;
  shop.setDefaultTimeout(timeoutMs);
  await shop.getByTestId("shop-text").fill("hello");
  await shop.getByTestId("shop-send").click();
});

afterAll(async () => {
  await visitors?.close();
  await quickstart?.stop();
  scratch.remove();
});

describe("an agent whose browser is killed", { timeout: 300_000 }, () => {
  it("is there while the page is open, also through a restart of the gateway, and not for long after", async () => {
    const browser = await browserOf("agent");
    await agentIn(browser);
    await eventually(async () => (await status()) === "1", timeoutMs);
    const end = performance.now() + 2 * presenceSeconds * 1_000;
    while (performance.now() < end) {
      expect(await status()).toBe("1");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    await quickstart.stop();
    await startAgain();
    await eventually(async () => (await status()) === "1", timeoutMs);
    await crash(browser);
    expect(await status()).toBe("1");
    await eventually(async () => (await status()) === "0", timeoutMs);
  });

  it("types no more for the visitor, and a gateway that is killed leaves nobody typing", async () => {
    const typing = shop.getByTestId("shop-agent-typing");
    const browser = await browserOf("other-agent");
    const agent = await agentIn(browser);
    await agent.getByTestId("composer-text").pressSequentially("Let me se");
    await typing.waitFor({ state: "visible" });
    await crash(browser);
    await typing.waitFor({ state: "hidden" });

    const another = await browserOf("third-agent");
    await (await agentIn(another)).getByTestId("composer-text").pressSequentially("Let me se");
    await typing.waitFor({ state: "visible" });
    await Promise.all([quickstart.kill(), crash(another)]);
    await startAgain();
    await typing.waitFor({ state: "hidden" });
  });
});
