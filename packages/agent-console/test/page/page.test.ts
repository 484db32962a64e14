import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { answer, email, ok, password } from "../support/console-host.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ browser, close } = await openBrowser());
});
afterAll(() => close());

async function signedIn(url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${url}/console`);
  await page.getByTestId("sign-in-email").fill(email);
  await page.getByTestId("sign-in-password").fill(password);
  await page.getByTestId("sign-in-submit").click();
  await page.getByTestId("conversation-list").waitFor();
  return page;
}

describe("the page", () => {
  it("shows a visitor's message, sends a reply, and shows and repairs a failure", async () => {
    const failures = [answer(200, { error: { code: 1, message: "closed today" } })];
    const { host } = await start({
      post: async ({ body }) => (body.includes("one more") ? (failures.shift() ?? ok) : ok),
    });
    const page = await signedIn(host.url);
    await page.getByTestId("empty-list").waitFor();
    await host.visitor({
      sender: { id: 1, name: "Mina" },
      message: { type: "text", text: "hello" },
    });
    await page.getByTestId("unread").getByText("1").waitFor();
    await page.getByTestId("conversation").click();
    await page.getByTestId("message-text").getByText("hello").waitFor();
    await page.getByTestId("unread").waitFor({ state: "detached" });
    await page.reload();
    await page.getByTestId("waiting").waitFor();

    await page.getByTestId("composer-text").fill("hi Mina");
    await page.keyboard.press("Enter");
    await page.locator('[data-id="2"][data-state="delivered"]').waitFor();
    expect(await page.getByTestId("waiting").count()).toBe(0);
    await page.getByTestId("composer-text").fill("one more thing");
    await page.getByTestId("composer-send").click();
    await page.getByTestId("failure-description").getByText("closed today").waitFor();
    await page.getByTestId("send-again").click();
    await page.locator('[data-id="3"][data-state="delivered"]').waitFor();
    expect(await page.getByTestId("failure-notice").count()).toBe(0);
    expect(await page.getByTestId("composer-text").inputValue()).toBe("");
    const texts = host.sent.map(({ message }) => (message as { text?: string }).text);
    expect(texts.filter(Boolean)).toEqual(["hi Mina", "one more thing", "one more thing"]);
    await page.close();
  });

  it("shows typing both ways and drives the channel's status", async () => {
    const { host } = await start();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
    const page = await signedIn(host.url);
    await page.getByTestId("availability").click();
    await page.locator('[data-testid="availability"][aria-checked="true"]').waitFor();
    expect(await host.status()).toBe(1);
    await page.getByTestId("conversation").click();
    await page.getByTestId("composer-text").waitFor();
    await host.visitor({ sender: { id: 1 }, message: { type: "typein" } });
    await page.getByTestId("visitor-typing").waitFor();
    await host.visitor({ sender: { id: 1 }, message: { type: "typeout" } });
    await page.getByTestId("visitor-typing").waitFor({ state: "detached" });
    await page.getByTestId("composer-text").pressSequentially("a");
    await expect
      .poll(() => host.sent.map(({ message }) => (message as { type: string }).type))
      .toEqual(["typein"]);
    await page.getByTestId("composer-text").fill("");
    await expect
      .poll(() => host.sent.map(({ message }) => (message as { type: string }).type))
      .toEqual(["typein", "typeout"]);
    await page.close();
  });

  it.each([
    ["nobody answers", (route: Route) => route.abort()],
    ["a proxy answers 503", (route: Route) => route.fulfill({ status: 503 })],
  ])("says when the connection is lost as %s, and catches up when it is back", async (_, fail) => {
    const { host } = await start();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "before" } });
    const page = await signedIn(host.url);
    await page.getByTestId("conversation").click();
    await page.getByTestId("message-text").getByText("before").waitFor();
    await page.route("**/api/events*", fail);
    host.cut();
    await page.getByTestId("connection-lost").waitFor();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "meanwhile" } });
    await page.unrouteAll();
    await page.getByTestId("message-text").getByText("meanwhile").waitFor();
    await page.getByTestId("connection-lost").waitFor({ state: "detached" });
    expect(await page.getByTestId("message").count()).toBe(2);
    await page.close();
  });

  it("asks again for an answer that was cut off in the middle", async () => {
    const { host } = await start();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
    const page = await signedIn(host.url);
    const cutOff = { status: 200, contentType: "application/json", body: '{"messages":[' };
    await page.route("**/messages", (route) => route.fulfill(cutOff), { times: 1 });
    await page.getByTestId("conversation").click();
    await page.getByTestId("message-text").getByText("hello").waitFor();
    await page.close();
  });

  it("keeps the open conversation and what is being written when it missed too much to be told", async () => {
    const { host } = await start();
    const mina = { id: 1, name: "Mina" };
    await host.visitor({ sender: mina, message: { type: "text", text: "before" } });
    const page = await signedIn(host.url);
    await page.getByTestId("conversation").click();
    await page.getByTestId("composer-text").fill("a draft");
    await page.route("**/api/events*", (route) => route.abort());
    host.cut();
    await page.getByTestId("connection-lost").waitFor();
    await host.visitor({ sender: mina, message: { type: "text", text: "meanwhile" } });
    host.clock.push(10);
    const long = "\u{1F600}".repeat(1_000);
    // More conversations than a page of the list, so that the open one is not on it.
    for (let id = 2; id < 37; id += 1) {
      const sender = { id, name: `Visitor ${id}`, invite: long, url: long };
      await host.visitor({ sender, message: { type: "text", text: long } });
    }
    await page.unrouteAll();
    await page.getByTestId("message-text").getByText("meanwhile").waitFor();
    await page.getByTestId("connection-lost").waitFor({ state: "detached" });
    // Only the rows in sight are rendered.
    const list = page.getByTestId("conversation-list");
    await expect.poll(() => list.getAttribute("data-count")).toBe("31");
    expect(await page.getByTestId("thread-name").textContent()).toBe("Mina");
    expect(await page.getByTestId("message").count()).toBe(2);
    expect(await page.getByTestId("composer-text").inputValue()).toBe("a draft");
    await page.close();
  });

  it("shows markup of others as text, and makes no link or image of what is not http", async () => {
    const markup = "<img src=x onerror=alert(1)><script>alert(1)</script>";
    const { host } = await start({
      post: async () => answer(200, { error: { code: 1, message: markup } }),
    });
    const problems: string[] = [];
    await host.visitor({
      sender: { id: 1, name: markup, invite: markup, url: "javascript:alert(1)" },
      message: { type: "text", text: markup },
    });
    const file = { type: "document", file: "https://files.example/a", file_size: 1 };
    await host.visitor({ sender: { id: 1 }, message: { ...file, file_name: markup } });
    const page = await signedIn(host.url);
    page.on("dialog", (dialog) => problems.push(dialog.message()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
    await page.getByTestId("conversation").click();
    await page.getByTestId("composer-text").fill("hi");
    await page.keyboard.press("Enter");
    await page.getByTestId("failure-description").waitFor();
    for (const place of ["message-text", "media-name", "visitor-invite", "failure-description"]) {
      expect(await page.getByTestId(place).first().textContent()).toContain(markup);
    }
    expect(await page.getByTestId("thread-name").textContent()).toBe(markup);
    expect(await page.getByTestId("visitor-page").textContent()).toBe("javascript:alert(1)");
    expect(await page.locator("#root img, #root script").count()).toBe(0);
    const links = await page
      .locator("#root a")
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute("href"), link.getAttribute("rel")]),
      );
    expect(links.filter(([href]) => !href?.startsWith("#"))).toEqual([
      ["https://files.example/a", "noopener noreferrer"],
    ]);
    expect(problems).toEqual([]);
    await page.close();
  });
});
