import { Conversations } from "@parley/core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleClient } from "../../support/console-client.ts";
import { answer, ok } from "../../support/console-host.ts";
import { onlyConversation, text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const named = (id: number, name: string, words: string): unknown => ({
  sender: { id, name },
  message: { type: "text", text: words },
});

const patiently = { timeout: 20_000 };
const row = (page: Page, words: string) =>
  page.getByTestId("conversation").filter({ hasText: words });
const count = (page: Page, list: string, number: string) =>
  page.getByTestId(`count-${list}`).getByText(number, { exact: true }).waitFor();

async function readAll(client: ConsoleClient): Promise<void> {
  const { body } = await client.ask<{
    readonly conversations: readonly {
      readonly id: string;
      readonly lastMessage: { id: string };
    }[];
  }>("GET", "/conversations");
  for (const { id, lastMessage } of body.conversations)
    await client.ask("PUT", `/conversations/${id}/read`, { upTo: lastMessage.id });
}

/** Whether the first character of an element's text is painted within it. */
const beginsInSight = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    range.setStart(letters as Text, 0);
    range.setEnd(letters as Text, 1);
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return letter.width > 0 && letter.left >= box.left - 1 && letter.right <= box.right + 1;
  });

describe("the inbox", { timeout: 120_000 }, () => {
  it("says that a conversation is gone instead of showing a composer for it, also when it is erased meanwhile", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(named(1, "Mina", "hello"));
    const page = await pages.signedIn(host.url);
    await page.goto(`${host.url}/console#/c/nobody`);
    await page.getByTestId("gone-thread").getByText("There is no such conversation").waitFor();
    expect(await page.getByTestId("composer-text").count()).toBe(0);
    await row(page, "Mina").click();
    await page.getByTestId("composer-text").waitFor();
    const conversations = await host.gateway.get(Conversations);
    expect(await conversations.erase(await onlyConversation(client))).toBe(true);
    await page.getByTestId("gone-thread").waitFor();
    expect(await page.getByTestId("composer-text").count()).toBe(0);
    expect(await row(page, "Mina").count()).toBe(0);
  });

  it("leads back to the list that a conversation was opened from, and closes its filter by Escape", async () => {
    const { host } = await start();
    await host.visitor(named(1, "Mina", "hello"));
    const page = await pages.signedIn(host.url);
    await page.goto(`${host.url}/console#/inbox/waiting`);
    await page.getByTestId("filter-open").click();
    await page.getByTestId("filter-channel").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("filter-channel").waitFor({ state: "hidden" });
    await row(page, "Mina").click();
    await page.setViewportSize({ width: 390, height: 700 });
    await page.getByTestId("back").click();
    await row(page, "Mina").waitFor();
    expect(page.url()).toContain("#/inbox/waiting");
  });

  it("shows its list at once when an agent comes back from another page", async () => {
    const { host } = await start();
    await host.visitor(named(1, "Mina", "hello"));
    const page = await pages.signedIn(host.url);
    await row(page, "Mina").waitFor();
    for (const place of ["replies", "people"]) {
      await page.goto(`${host.url}/console#/${place}`);
      await row(page, "Mina").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Inbox" }).click();
      await row(page, "Mina").waitFor();
      await page.goBack();
      await row(page, "Mina").waitFor({ state: "detached" });
      await page.goForward();
      await row(page, "Mina").waitFor();
    }
  });

  it("counts what a visitor wrote before anybody signed in as unread", async () => {
    const { host } = await start();
    await host.visitor(named(1, "Mina", "hello"));
    const page = await pages.signedIn(host.url);
    await count(page, "unread", "1");
    await row(page, "Mina").getByTestId("unread").waitFor();
  });

  it("keeps unread conversations over a reload, on every page and on a phone inside a thread", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("GET", "/inbox");
    await host.visitor(named(1, "Mina", "hello"));
    await host.visitor(named(2, "Noor", "good day"));
    const page = await pages.signedIn(host.url);
    await count(page, "unread", "2");
    await page.reload();
    await count(page, "unread", "2");
    await page.goto(`${host.url}/console#/people`);
    await expect.poll(() => page.title(), patiently).toBe("(2) People · Parley");
    await page.getByTestId("place-unread").getByText("2").waitFor();
    await host.visitor(named(3, "Olga", "me too"));
    await expect.poll(() => page.title(), patiently).toBe("(3) People · Parley");

    await page.goto(`${host.url}/console#/inbox/unread`);
    await row(page, "Mina").click();
    await page.getByTestId("message-text").getByText("hello").waitFor();
    await count(page, "unread", "2");
    // The open conversation stays in the list while it is read.
    expect(await page.getByTestId("conversation").count()).toBe(3);
    expect(page.url()).toContain("list=unread");
    await page.setViewportSize({ width: 390, height: 700 });
    await page.getByTestId("others-wait").getByText("2 others unread").waitFor();
    await page.getByTestId("others-wait").click();
    await row(page, "Noor").click();
    await page.getByTestId("others-wait").getByText("1 other unread").waitFor();
    await page.getByTestId("back").waitFor();
    expect(await page.getByRole("main").count()).toBe(1);
    await page.getByTestId("others-wait").click();
    await page.getByTestId("conversation").first().waitFor();
    expect(await page.getByRole("main").count()).toBe(1);
    expect(await row(page, "Mina").count()).toBe(0);
  });

  it("counts messages that come after the counts are loaded and before the event stream is open", async () => {
    const { host } = await start();
    await host.visitor(named(1, "Mina", "hello"));
    const page = await pages.signedIn(host.url);
    const opened = Promise.withResolvers<void>();
    await page.route("**/api/events*", async (route) => {
      await opened.promise;
      await route.continue();
    });
    await page.reload();
    await count(page, "unread", "1");
    await host.visitor(named(2, "Noor", "good day"));
    opened.resolve();
    await count(page, "unread", "2");
  });

  it("shows what waits and what failed, by channel and date, at an address of its own", async () => {
    const { host, client } = await start({
      post: async ({ body }) => (body.includes("no!") ? answer(200, { error: { code: 1 } }) : ok),
    });
    await client.signIn();
    await host.gateway.channelAdmin.add({ id: "web", chatApiUrl: "https://web.example/in" });
    await host.visitor(named(1, "Mina", "hello"));
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "no!" });
    await host.visitor(named(2, "Noor", "good day"));
    const page = await pages.signedIn(host.url);
    await count(page, "waiting", "1");
    await count(page, "failed", "1");
    await page.getByTestId("list-failed").click();
    await row(page, "Mina").getByTestId("channel").getByText("shop").waitFor();
    await expect.poll(() => page.getByTestId("conversation").count(), patiently).toBe(1);
    await page.getByTestId("list-waiting").click();
    await row(page, "Noor").getByTestId("waiting").waitFor();
    await page.getByTestId("filter-open").click();
    await page.getByTestId("filter-channel").selectOption("web");
    await page.getByTestId("empty-list").getByText("No conversation fits").waitFor();
    expect(page.url()).toContain("#/inbox/waiting?channel=web");
    await page.getByTestId("filter-channel").selectOption("shop");
    await row(page, "Noor").waitFor();
    await page.getByTestId("filter-to").fill("2020-01-31");
    await page.getByTestId("empty-list").waitFor();
    await page.reload();
    await page.getByTestId("empty-list").waitFor();
    await page.getByTestId("filter-open").click();
    expect(await page.getByTestId("filter-to").inputValue()).toBe("2020-01-31");
    await page.getByTestId("filter-clear").click();
    await row(page, "Noor").waitFor();
  });

  it("reaches the oldest of many conversations by scrolling or one key, and renders only those in sight", async () => {
    const { host } = await start();
    for (let id = 1; id <= 130; id += 1) await host.visitor(text(id, `question ${id}.`));
    const page = await pages.signedIn(host.url);
    await row(page, "question 130.").waitFor();
    const names = await page.locator(".conversation-name").allInnerTexts();
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^Visitor [2-9A-Z]{3}$/);
    await page.locator(".list-body").evaluate(async (list) => {
      while (list.textContent?.includes("question 1.") === false) {
        list.scrollTop = list.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await row(page, "question 1.").waitFor();
    expect(await page.getByTestId("conversation").count()).toBeLessThan(45);

    // From the page's top: the lists with the filter, one conversation, the composer.
    await page.getByTestId("list-all").focus();
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    expect(await focused()).toContain("question 130.");
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("k");
    await expect.poll(focused, patiently).toContain("question 129.");
    await page.keyboard.press("End");
    await expect.poll(focused, patiently).toContain("question 1.");
    await page.keyboard.press("Home");
    await expect.poll(focused, patiently).toContain("question 130.");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByTestId("message-text").getByText("question 129.").waitFor();
  });

  it("shows the beginning of texts of any direction, over the width that there is", async () => {
    const { host, client } = await start();
    const arabic = "مرحبا، أود أن أسأل عن الطلب رقم ١٢٣٤ الذي لم يصل بعد إلى عنواني حتى اليوم";
    await host.visitor(named(1, "ليلى بنت عبد الرحمن بن محمد الفلانية من مدينة بعيدة", arabic));
    await host.visitor(named(2, "Mina", "Hello, where is the order that I placed some weeks ago?"));
    await client.signIn();
    await readAll(client);
    const page = await pages.signedIn(host.url);
    await row(page, "Mina").waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const visitor of ["Mina", "ليلى"]) {
        const inRow = `[data-testid=conversation]:has-text("${visitor}")`;
        for (const part of [".conversation-name", ".preview"]) {
          expect(await beginsInSight(page, `${inRow} ${part}`)).toBe(true);
        }
      }
      const preview = await page.locator('[data-testid=conversation]:has-text("Mina") .preview');
      const box = await preview.boundingBox();
      expect(box?.width).toBeGreaterThan(200);
    }
  });
});
