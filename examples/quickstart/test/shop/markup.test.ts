import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endOf } from "../../../../packages/agent-console/test/support/browser/strange-text.ts";
import { makeTrouble, replyAs, signInAsAgent } from "../support/agent-window.ts";
import { type Misdeeds, openWindow } from "../support/browser.ts";
import { QuickstartProcess } from "../support/quickstart-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const scratch = temporaryDirectory();
let browser: Browser;
let quickstart: QuickstartProcess;
let agent: Page;
let shop: Page;
const misdeeds: Misdeeds[] = [];

/** Markup that would be noticed: by a dialog, a policy violation, or an element. */
const markup = (where: string) =>
  `<img src=x onerror="alert('${where}')"><script>alert('${where}')</script><b class="injected">${where}</b>`;
const bad = ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>"] as const;

beforeAll(async () => {
  [browser, quickstart] = await Promise.all([
    launchBrowser(scratch.path),
    QuickstartProcess.start(join(scratch.path, "data")),
  ]);
  const agentWindow = await openWindow(browser, `${quickstart.url}/console/`);
  const shopWindow = await openWindow(browser, `${quickstart.shopUrl}/`);
  misdeeds.push(agentWindow.misdeeds, shopWindow.misdeeds);
  agent = agentWindow.page;
  shop = shopWindow.page;
  await signInAsAgent(agent);
});

afterAll(async () => {
  await browser?.close();
  await quickstart?.stop();
  scratch.remove();
});

async function visitorPosts(sender: object, message: object): Promise<Response> {
  const body = JSON.stringify({ sender, message });
  return fetch(quickstart.firstChannel.ingressUrl, { method: "POST", body });
}

/** Delivers a message to the shop directly, whatever the gateway would allow. Returns its answer. */
async function shopReceives(name: string, message: object): Promise<unknown> {
  const id = await shop.evaluate(() => sessionStorage.getItem("visitor") ?? "");
  const body = JSON.stringify({ sender: { name }, recipient: { id }, message });
  const url = `${quickstart.shopUrl}/agent-messages/shop`;
  return (await fetch(url, { method: "POST", body })).json();
}

const taken = { result: "ok" };

async function expectNothingInjected(page: Page): Promise<void> {
  expect(await page.locator(".injected").count()).toBe(0);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.locator("body script").count()).toBe(0);
  const leading = page.locator(":is([href], [src], [action])");
  const targets = await leading.evaluateAll((found) =>
    found.flatMap((one) => ["href", "src", "action"].map((name) => one.getAttribute(name) ?? "")),
  );
  expect(targets.filter((target) => /^\s*(javascript|data|vbscript|blob):/i.test(target))).toEqual(
    [],
  );
}

describe("markup and addresses of others", { timeout: 60_000 }, () => {
  it("is text in the console when a visitor's name, fields and message hold it", async () => {
    const sender = {
      id: "m1",
      name: markup("name"),
      phone: markup("phone"),
      email: markup("email"),
      invite: markup("invite"),
      url: markup("page"),
    };
    expect((await visitorPosts(sender, { type: "text", text: markup("text") })).status).toBe(200);
    await agent.getByTestId("conversation").filter({ hasText: "alert('name')" }).click();
    await agent.getByTestId("message").first().waitFor();
    expect(await agent.getByTestId("message-text").textContent()).toBe(markup("text"));
    expect(await agent.getByTestId("visitor-name").textContent()).toBe(markup("name"));
    expect(await agent.getByTestId("thread-name").textContent()).toBe(markup("name"));
    for (const field of ["phone", "email", "invite", "page"] as const) {
      expect(await agent.getByTestId(`visitor-${field}`).textContent()).toBe(markup(field));
    }
    await expectNothingInjected(agent);
  });

  it("is text in the console when a file's name, title and comment hold it", async () => {
    const message = {
      type: "document",
      file: `${quickstart.shopUrl}/icon.svg`,
      file_name: markup("file"),
      file_size: 9,
      text: markup("comment"),
      performer: markup("performer"),
      emoji: "<i>",
    };
    expect((await visitorPosts({ id: "m1" }, message)).status).toBe(200);
    await agent.getByTestId("media-name").first().waitFor();
    expect(await agent.getByTestId("media-name").first().textContent()).toBe(markup("file"));
    await expectNothingInjected(agent);
  });

  it("is text in the console when the description of an error holds it", async () => {
    await makeTrouble(shop, "refuses", markup("error"));
    await replyAs(agent, markup("reply"));
    const description = agent.getByTestId("failure-description");
    await description.waitFor();
    expect(await description.textContent()).toContain(markup("error"));
    await makeTrouble(shop, "works");
    await expectNothingInjected(agent);
    await expectNothingInjected(shop);
  });

  it("neither links nor loads an address in the console that is not http(s)", async () => {
    for (const [index, url] of bad.entries()) {
      const sender = { id: `bad-${index}`, name: `Bad ${index}`, photo: url, url };
      expect((await visitorPosts(sender, { type: "text", text: "hello" })).status).toBe(200);
      const file = `${quickstart.shopUrl}/icon.svg`;
      const photo = { type: "photo", file, thumb: url, file_name: `thumb-${index}`, file_size: 9 };
      expect((await visitorPosts(sender, photo)).status).toBe(200);
      expect((await visitorPosts(sender, { ...photo, thumb: file, file: url })).status).toBe(400);
      await agent
        .getByTestId("conversation")
        .filter({ hasText: `Bad ${index}` })
        .click();
      await agent
        .getByTestId("media-name")
        .filter({ hasText: `thumb-${index}` })
        .waitFor();
      expect(await agent.getByTestId("visitor-page").textContent()).toBe(url);
      expect(await agent.getByTestId("visitor-page").getByRole("link").count()).toBe(0);
      expect(await agent.getByTestId("avatar-photo").count()).toBe(0);
      await expectNothingInjected(agent);
    }
  });

  it("is text in the shop, whatever an agent message holds", async () => {
    const message = { id: "a", type: "text", text: markup("reply") };
    expect(await shopReceives(markup("agent"), message)).toEqual(taken);
    await shop.getByTestId("shop-message-text").waitFor();
    expect(await shop.getByTestId("shop-message-text").textContent()).toBe(markup("reply"));
    expect(await shop.getByTestId("shop-author").textContent()).toBe(markup("agent"));
    await expectNothingInjected(shop);
  });

  it("is refused by the shop as a file's address, and left out as that of its picture", async () => {
    const good = `${quickstart.shopUrl}/icon.svg`;
    const photo = { type: "photo", file: good, file_name: markup("file") };
    for (const [index, url] of bad.entries()) {
      const refused = await shopReceives("Ann", { ...photo, id: `b${index}`, file: url });
      expect(refused).toMatchObject({ error: { code: 40004 } });
      expect(await shopReceives("Ann", { ...photo, id: `c${index}`, thumb: url })).toEqual(taken);
      const shown = shop.locator(`[data-id=c${index}]`);
      await shown.waitFor();
      expect(await shown.getByTestId("shop-media-label").textContent()).toBe(markup("file"));
      expect(await shown.locator("img").getAttribute("src")).toBe(good);
      expect(await shop.locator(`[data-id=b${index}]`).count()).toBe(0);
    }
    await expectNothingInjected(shop);
  });

  it("ends in the shop where it truly ends, whatever it says about the direction of writing", async () => {
    const file = `${quickstart.shopUrl}/icon.svg`;
    const message = { id: "n", type: "document", file, file_name: "invoice\u202efdp.exe" };
    expect(await shopReceives("Ann \u202egpj.exe", message)).toEqual(taken);
    const end = { text: ".exe", inOrder: true, atTheRight: true, inSight: true };
    const shown = `[data-id=n] [data-testid=`;
    await shop.locator(`${shown}shop-author]`).waitFor();
    expect(await endOf(shop, `${shown}shop-author]`, 4)).toEqual(end);
    expect(await endOf(shop, `${shown}shop-media-label]`, 4)).toEqual(end);
  });

  it("is text in the shop when a type holds it that nobody has checked", async () => {
    for (const [index, url] of bad.entries()) {
      const poem = { id: `d${index}`, type: "poem", file: url, thumb: url, title: markup("poem") };
      expect(await shopReceives("Ann", poem)).toEqual(taken);
      const shown = shop.locator(`[data-id=d${index}]`);
      await shown.waitFor();
      expect(await shown.getByTestId("shop-media-label").textContent()).toBe(markup("poem"));
      expect(await shown.getByRole("link").count()).toBe(0);
    }
    await expectNothingInjected(shop);
  });

  it("opened no dialog and met no security policy", () => {
    expect(misdeeds.flatMap(({ list }) => list)).toEqual([]);
  });
});
