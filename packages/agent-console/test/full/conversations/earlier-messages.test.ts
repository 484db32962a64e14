import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { text } from "../../support/browser/reading.ts";
import { usePages } from "../../support/browser/use-pages.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();
const box = '[data-testid="messages"]';

/** A page that shows a conversation with so many messages. */
async function open(count: number): Promise<Page> {
  const { host } = await start();
  for (let at = 1; at <= count; at += 1) await host.visitor(text(1, `message ${at}`));
  const page = await pages.signedIn(host.url);
  await page.getByTestId("conversation").click();
  await page.getByTestId("message").first().waitFor();
  return page;
}

const topOf = async (page: Page, words: string): Promise<number> =>
  (await page.getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN;

describe("a long conversation", { timeout: 60_000 }, () => {
  it("loads earlier messages while one scrolls up, and keeps what is read in its place", async () => {
    const page = await open(130);
    expect(await page.getByTestId("message").count()).toBe(50);
    await page.locator(box).evaluate((element) => element.scrollTo(0, 0));
    await page.getByText("message 81", { exact: true }).waitFor();
    const before = await topOf(page, "message 81");
    await page.getByText("message 31", { exact: true }).waitFor();
    expect(Math.abs((await topOf(page, "message 81")) - before)).toBeLessThan(30);
    expect(await page.getByTestId("visitor-first-seen").count()).toBe(1);
    await page.getByTestId("card-earlier").click();
    await page.getByText("message 1", { exact: true }).waitFor();
    expect(await page.getByTestId("message").count()).toBe(130);
    expect(await page.getByTestId("load-older").count()).toBe(0);
  });

  it("does not jump when one scrolls on at the moment in which earlier messages come", async () => {
    const page = await open(160);
    const moved = await page.locator(box).evaluate(async (element) => {
      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      const first = element.querySelector(".message");
      const topOf = (): number => first?.getBoundingClientRect().top ?? Number.NaN;
      element.scrollTop = 400;
      await frame();
      const before = topOf();
      await new Promise<void>((resolve) => {
        const changes = new MutationObserver(() => {
          if (element.querySelector(".message") === first) return;
          changes.disconnect();
          element.scrollTop -= 100;
          resolve();
        });
        changes.observe(element, { childList: true, subtree: true });
      });
      for (let frames = 0; frames < 4; frames += 1) await frame();
      return topOf() - before;
    });
    expect(Math.abs(moved - 100)).toBeLessThan(2);
  });
});
