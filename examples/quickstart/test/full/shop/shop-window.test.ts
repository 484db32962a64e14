import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { launchBrowser } from "@parley/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GatewayLink } from "../../../src/shop/gateway-link.ts";
import { shopApp } from "../../../src/shop/shop-app.ts";
import { Visitors } from "../../../src/shop/visitors.ts";
import { type Misdeeds, openWindow } from "../../support/browser.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const scratch = temporaryDirectory();
const visitors = new Visitors();
const server = createServer(
  shopApp({
    visitors,
    gateway: new GatewayLink(),
    isAvailable: () => true,
    trouble: { get: () => ({ mode: "works", description: "" }), set: () => undefined },
  }),
);
let browser: Browser;
let page: Page;
let misdeeds: Misdeeds;
let visitor = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  browser = await launchBrowser(scratch.path);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  ({ page, misdeeds } = await openWindow(browser, url, { width: 390, height: 844 }));
  await page.getByTestId("shop-availability").getByText("We are here").waitFor();
  visitor = await page.evaluate(() => sessionStorage.getItem("visitor") ?? "");
  for (let sequence = 1; sequence <= 40; sequence += 1) agentWrites(`message ${sequence}`);
  await page.getByText("message 40", { exact: true }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
  scratch.remove();
});

function agentWrites(text: string): void {
  visitors.say(visitor, {
    from: "agent",
    author: "Ada",
    message: { id: text, type: "text", text },
    at: 0,
    state: "sent",
    remark: null,
  });
}

/** Distance of the reader from the end, in pixels. */
const fromEnd = () =>
  page
    .getByTestId("shop-messages")
    .evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
const button = () => page.getByTestId("shop-new-messages");

describe("the shop's chat window", { timeout: 60_000 }, () => {
  it("leaves a reader further up where they are, and tells of new messages", async () => {
    expect(await fromEnd()).toBe(0);
    await page.getByTestId("shop-messages").evaluate((box) => box.scrollTo(0, 0));
    agentWrites("news");
    await button().waitFor();
    const place = await page.getByTestId("shop-messages").evaluate((box) => box.scrollTop);
    expect(place).toBe(0);
    await button().click();
    expect(await fromEnd()).toBe(0);
    expect(await button().isVisible()).toBe(false);
    agentWrites("more news");
    await page.getByText("more news").waitFor();
    expect(await fromEnd()).toBe(0);
  });

  it("leaves a reader where they are who has just scrolled, though the browser has not told of it yet", async () => {
    expect(await fromEnd()).toBe(0);
    await page.getByTestId("shop-messages").evaluate((box) => {
      addEventListener("scroll", (event) => event.stopImmediatePropagation(), { capture: true });
      box.scrollTo(0, 0);
    });
    agentWrites("news in between");
    await button().waitFor();
    expect(await page.getByTestId("shop-messages").evaluate((box) => box.scrollTop)).toBe(0);
    await page.reload();
    await page.getByText("news in between").waitFor();
  });

  it("shows the visitor's own message, wherever they read", async () => {
    await page.getByTestId("shop-messages").evaluate((box) => box.scrollTo(0, 0));
    await page.getByTestId("shop-text").fill("mine");
    await page.getByTestId("shop-send").click();
    await page.getByText("mine", { exact: true }).waitFor();
    await expect.poll(fromEnd).toBe(0);
  });

  it("stands at the newest message after a reload, and keeps name and email", async () => {
    await page.getByTestId("shop-name").fill("Mina Okafor");
    await page.getByTestId("shop-email").fill("mina@example.com");
    await page.reload();
    await page.getByText("more news").waitFor();
    await expect.poll(fromEnd).toBe(0);
    expect(await page.getByTestId("shop-name").inputValue()).toBe("Mina Okafor");
    expect(await page.getByTestId("shop-email").inputValue()).toBe("mina@example.com");
  });

  it("does not say that somebody is here while its server cannot be reached", async () => {
    expect(misdeeds.list).toEqual([]);
    server.closeAllConnections();
    server.close();
    await page.getByTestId("shop-offline").waitFor();
    expect(await page.getByTestId("shop-availability").isVisible()).toBe(false);
  });
});
