import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeTrouble, replyAs, signInAsAgent } from "./support/agent-window.ts";
import { type Misdeeds, openWindow } from "./support/browser.ts";
import { eventually } from "./support/eventually.ts";
import { QuickstartProcess } from "./support/quickstart-process.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

const scratch = temporaryDirectory();
/** `SCREENSHOTS=<directory>` keeps the screenshots. */
const screenshots = process.env["SCREENSHOTS"] ?? join(scratch.path, "screenshots");
mkdirSync(screenshots, { recursive: true });

let browser: Browser;
let quickstart: QuickstartProcess;
let shop: Page;
let agent: Page;
const misdeeds: Misdeeds[] = [];

beforeAll(async () => {
  [browser, quickstart] = await Promise.all([
    launchBrowser(scratch.path),
    QuickstartProcess.start(join(scratch.path, "data")),
  ]);
  const shopWindow = await openWindow(browser, `${quickstart.shopUrl}/`);
  const agentWindow = await openWindow(browser, `${quickstart.url}/`);
  shop = shopWindow.page;
  agent = agentWindow.page;
  misdeeds.push(shopWindow.misdeeds);
  await signInAsAgent(agent);
  misdeeds.push(agentWindow.misdeeds);
});

afterAll(async () => {
  await browser?.close();
  await quickstart?.stop();
  scratch.remove();
});

afterEach(() => makeTrouble(shop, "works"));

const inShop = (text: string) => shop.getByTestId("shop-message").filter({ hasText: text });
const inConsole = (text: string) => agent.getByTestId("message").filter({ hasText: text });

async function visitorWrites(text: string): Promise<void> {
  await shop.getByTestId("shop-text").fill(text);
  await shop.getByTestId("shop-send").click();
}

async function picture(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({
      path: join(screenshots, `${name}-${width}.png`),
      animations: "disabled",
    });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe("the quickstart in a browser", { timeout: 60_000 }, () => {
  it("leads from the printed address to the console", () => {
    expect(agent.url()).toBe(`${quickstart.url}/console/`);
  });

  it("shows the shop that somebody is there as soon as an agent says so, and no longer", async () => {
    const shown = shop.getByTestId("shop-availability");
    expect(await shown.getAttribute("data-available")).toBe("false");
    const available = async (value: string) =>
      eventually(async () => (await shown.getAttribute("data-available")) === value);
    await agent.getByTestId("availability").click();
    await available("true");
    await agent.getByTestId("availability").click();
    await available("false");
    await agent.getByTestId("availability").click();
    await available("true");
  });

  it("brings what the visitor writes to the agent, with who wrote it", async () => {
    await shop.getByTestId("shop-name").fill("Mina Okafor");
    await shop.getByTestId("shop-email").fill("mina@example.com");
    await visitorWrites("Do you have oat milk?");
    await inShop("Do you have oat milk?").and(shop.locator("[data-state=sent]")).waitFor();
    await agent.getByTestId("conversation").filter({ hasText: "Mina Okafor" }).click();
    await inConsole("Do you have oat milk?").waitFor();
    expect(await agent.getByTestId("visitor-name").textContent()).toBe("Mina Okafor");
    expect(await agent.getByTestId("visitor-email").textContent()).toBe("mina@example.com");
    expect(await agent.getByTestId("visitor-invite").textContent()).toContain("Can I help you");
    expect(await agent.getByTestId("visitor-page").textContent()).toBe(`${quickstart.shopUrl}/`);
  });

  it("brings the agent's reply to the visitor", async () => {
    await replyAs(agent, "We do, on the left shelf.");
    await inShop("We do, on the left shelf.").waitFor();
    await inConsole("We do, on the left shelf.")
      .and(agent.locator("[data-state=delivered]"))
      .waitFor();
    expect(await inShop("We do").getByTestId("shop-author").textContent()).toBe("Admin");
  });

  it("shows each side that the other one types, and that it stopped", async () => {
    await shop.getByTestId("shop-text").pressSequentially("And");
    await agent.getByTestId("visitor-typing").waitFor();
    await shop.getByTestId("shop-text").fill("");
    await agent.getByTestId("visitor-typing").waitFor({ state: "detached" });

    await agent.getByTestId("composer-text").pressSequentially("Any");
    await shop.getByTestId("shop-agent-typing").waitFor();
    await agent.getByTestId("composer-text").fill("");
    await shop.getByTestId("shop-agent-typing").waitFor({ state: "hidden" });
  });

  it("brings a picture both ways", async () => {
    const file = `${quickstart.shopUrl}/icon.svg`;
    await shop.getByTestId("shop-media-open").click();
    await shop.getByTestId("shop-media-url").fill(file);
    await shop.getByTestId("shop-media-name").fill("receipt.svg");
    await shop.getByTestId("shop-media-size").fill("321");
    await shop.getByTestId("shop-media-send").click();
    await inConsole("receipt.svg").getByTestId("media-ask").click();
    await inConsole("receipt.svg").getByTestId("media-picture").waitFor();
    await shop.getByTestId("shop-media-open").click();

    await agent.getByTestId("media-open").click();
    await agent.getByTestId("media-type").selectOption("photo");
    await agent.getByTestId("media-url").fill(file);
    await agent.getByTestId("media-file-name").fill("shelf.svg");
    await agent.getByTestId("media-size").fill("321");
    await agent.getByTestId("media-send").click();
    const arrived = inShop("shelf.svg").getByRole("link");
    expect(await arrived.getAttribute("href")).toBe(file);
  });

  it("tells the agent at once, and in its own words, what the shop answered", async () => {
    await makeTrouble(shop, "refuses", "The till is closed.");
    await replyAs(agent, "It costs 2.40.");
    const failed = inConsole("It costs 2.40.");
    const notice = failed.getByTestId("failure-notice");
    await notice.waitFor({ timeout: 7_000 });
    expect(await notice.getAttribute("data-reason")).toBe("rejected");
    expect(await failed.getByTestId("failure-description").textContent()).toContain(
      "The till is closed.",
    );
    await Promise.all([picture(agent, "console-refused"), picture(shop, "shop-refuses")]);

    await makeTrouble(shop, "works");
    await failed.getByTestId("send-again").click();
    await inConsole("It costs 2.40.").and(agent.locator("[data-state=delivered]")).waitFor();
    await inShop("It costs 2.40.").waitFor();
    expect(await inShop("It costs 2.40.").count()).toBe(1);
  });

  it("tells the agent after 9 seconds that the shop is down, and delivers once it is back", async () => {
    await makeTrouble(shop, "down");
    const from = performance.now();
    await replyAs(agent, "Are you still there?");
    const failed = inConsole("Are you still there?");
    const notice = failed.getByTestId("failure-notice");
    await notice.waitFor({ timeout: 20_000 });
    expect(performance.now() - from).toBeGreaterThan(8_900);
    expect(await notice.getAttribute("data-reason")).toBe("unreadable-answer");
    expect(await inShop("Are you still there?").count()).toBe(0);

    await makeTrouble(shop, "works");
    await failed.getByTestId("send-again").click();
    await inConsole("Are you still there?").and(agent.locator("[data-state=delivered]")).waitFor();
    await inShop("Are you still there?").waitFor();
    await Promise.all([picture(agent, "console"), picture(shop, "shop")]);
  });

  it("shows a reloaded shop page what was said before", async () => {
    await shop.reload();
    await inShop("We do, on the left shelf.").waitFor();
    expect(await shop.getByTestId("shop-message").count()).toBe(6);
  });

  it("keeps every tab a visitor of its own", async () => {
    const other = await openWindow(browser, `${quickstart.shopUrl}/`);
    misdeeds.push(other.misdeeds);
    await other.page.getByTestId("shop-availability").waitFor();
    expect(await other.page.getByTestId("shop-message").count()).toBe(0);
    await other.context.close();
  });

  it("did all this without an error on any page", () => {
    expect(misdeeds.flatMap(({ list }) => list)).toEqual([]);
  });
});
