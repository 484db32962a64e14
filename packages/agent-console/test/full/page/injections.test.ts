import { visibleText } from "@parley/core/text";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injections } from "../../injections/all.ts";
import { openBrowser } from "../../support/browser/browser.ts";
import { ConsoleClient } from "../../support/console-client.ts";
import { email, password } from "../../support/console-host.ts";
import { injectConversations, refuseWith } from "../../support/injected-conversations.ts";
import { useConsole } from "../../support/use-console.ts";
import { watchPage } from "../../support/browser/watched-page.ts";

const start = useConsole();
/** The first text is harmless. The elements of all other conversations must be the same as with it. */
const texts = ["harmless", ...injections];
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ browser, close } = await openBrowser());
});
afterAll(() => close());

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByTestId("sign-in-email").fill(email);
  await page.getByTestId("sign-in-password").fill(password);
  await page.getByTestId("sign-in-submit").click();
  await page.getByTestId("conversation-list").waitFor();
}

/** So that the page loads whatever it may. */
async function showAllMedia(url: string): Promise<void> {
  const client = new ConsoleClient(url);
  await client.signIn();
  await client.ask("PUT", "/settings", { alwaysShowMedia: true });
}

interface Shown {
  /** Texts by `data-testid`. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** All elements with their attributes, except those that may differ. */
  readonly shape: string;
}

/** Runs in the page: opens each conversation, and returns its texts and elements. */
async function show(ids: readonly string[]): Promise<Shown[]> {
  const messages = 9;
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const shapeOf = (element: Element): string => {
    // The elements of untrusted text.
    if (element.localName === "bdi" || element.matches(".mark, .text-link")) return "";
    // A group of messages ends with its minute.
    if (element.matches(".message-foot")) return "";
    // A picture may be missing, a photo replaces initials, a link replaces text.
    if (element.matches(".media-ask, .media-enlarge, .media-player, .media-broken")) return "";
    // Where the thread stands depends on how high the messages are.
    if (element.classList.contains("jump")) return "";
    if (element.classList.contains("avatar")) return "avatar ";
    const link = element.getAttribute("target") === "_blank";
    const names = element.getAttributeNames().filter((name) => name !== "class");
    const name = link ? "span" : element.localName;
    return `${name}[${link ? "" : names.sort().join()}](${[...element.children].map(shapeOf).join("")})`;
  };
  const isOpen = (id: string) =>
    document.querySelector("main.thread")?.getAttribute("data-id") === id &&
    all("[data-testid=message]").length === messages &&
    all("[data-testid=failure-notice]").length === 1 &&
    all("[data-testid=visitor-card]").length === 1;
  const results: Shown[] = [];
  for (const id of ids) {
    location.hash = `#/c/${encodeURIComponent(id)}`;
    for (let turns = 0; !isOpen(id); turns += 1) {
      if (turns > 4_000) throw new Error(`the conversation ${id} was never shown`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const texts: Record<string, string[]> = {};
    for (const element of all("main [data-testid], aside [data-testid]")) {
      (texts[element.getAttribute("data-testid") ?? ""] ??= []).push(element.textContent ?? "");
    }
    results.push({ texts, shape: all("main.thread, aside").map(shapeOf).join("") });
  }
  return results;
}

describe("strings of others that look like code", { timeout: 300_000 }, () => {
  it("are at least 200", () => {
    expect(new Set(injections).size).toBeGreaterThanOrEqual(200);
  });

  it("are text in every field of visitors, agents and endpoints, and run, load and lead nowhere", async () => {
    const { host } = await start({ post: refuseWith(texts) });
    await showAllMedia(host.url);
    const conversations = await injectConversations(host, texts);
    const images = conversations.flatMap(({ images }) => images);
    const page = await browser.newPage();
    const { misdeeds } = await watchPage(page, host.url, images);
    await signIn(page, host.url);
    const shown: Shown[] = [];
    // The page keeps what it has loaded, so it is reloaded now and then.
    for (let from = 0; from < conversations.length; from += 50) {
      await page.goto(`${host.url}/console`);
      const ids = conversations.slice(from, from + 50).map(({ id }) => id);
      shown.push(...(await page.evaluate(show, ids)));
    }
    for (const [index, { texts: expected }] of conversations.entries()) {
      const { texts: seen = {}, shape } = shown[index] ?? {};
      const places = Object.keys(expected).map((place) => [place, seen[place]]);
      expect(Object.fromEntries(places)).toEqual(expected);
      if (texts[index]?.trim() !== "")
        expect([texts[index], shape]).toEqual([texts[index], shown[0]?.shape]);
    }
    expect(misdeeds).toEqual([]);
    await page.close();
    console.info(
      `injections: ${injections.length} strings, ${misdeeds.length} ran or led anywhere`,
    );
  });

  it("are text as an agent's name and email", async () => {
    const { host } = await start();
    const page = await browser.newPage();
    const { misdeeds } = await watchPage(page, host.url, []);
    const name = injections.join(" ");
    await page.route("**/console/api/me", (route) =>
      route.fulfill({ json: { account: { id: "1", email: name, name }, available: true } }),
    );
    await page.route("**/console/api/me/unsent-key", (route) => route.fulfill({ json: {} }));
    await page.goto(`${host.url}/console`);
    const account = page.getByTestId("account-name");
    expect(await account.textContent()).toBe(visibleText(name));
    expect(await account.getAttribute("title")).toBe(visibleText(name));
    expect(misdeeds).toEqual([]);
    await page.close();
  });

  it("are harmless as a conversation's id in the page's address", async () => {
    const { host } = await start();
    await host.visitor({ sender: { id: 1, name: "Mina" }, message: { type: "text", text: "hi" } });
    const page = await browser.newPage();
    const { misdeeds } = await watchPage(page, host.url, []);
    await signIn(page, host.url);
    const some = injections.filter((_, index) => index % 5 === 0);
    const odd = ["", "%", "%E0%A4%A", "%00", "\n", "..", "../../console/api/me", "constructor"];
    for (const text of [...some, ...odd]) {
      await page.evaluate(async (hash) => {
        location.hash = hash;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }, `#/c/${text}`);
    }
    await page.getByTestId("conversation").click();
    await page.getByTestId("message-text").getByText("hi").waitFor();
    expect(misdeeds).toEqual([]);
    await page.close();
  });
});
