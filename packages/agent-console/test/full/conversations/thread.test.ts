import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { messages, onlyConversation, text } from "../../support/browser/reading.ts";
import { usePages } from "../../support/browser/use-pages.ts";
import { answer, type ConsoleHost, ok } from "../../support/console-host.ts";
import { until, useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();
const box = '[data-testid="messages"]';

async function write(host: ConsoleHost, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await host.visitor(text(1, `message ${at}`));
}

/** Opens the only conversation in a signed-in page. */
async function open(host: ConsoleHost): Promise<Page> {
  const page = await pages.signedIn(host.url);
  await page.getByTestId("conversation").click();
  await page.getByTestId("message").first().waitFor();
  return page;
}

const restOf = (page: Page): Promise<number> =>
  page
    .locator(box)
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.round(scrollHeight - scrollTop - clientHeight),
    );
const scrollBy = (page: Page, pixels: number): Promise<void> =>
  page.locator(box).evaluate((element, by) => {
    element.scrollTop += by;
  }, pixels);
const topOf = async (page: Page, words: string): Promise<number> =>
  (await page.getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN;

/** Text colour, and the ground that it would have while the message is not failed. */
function colorsOf(page: Page, selector: string): Promise<readonly string[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      element.closest<HTMLElement>("[data-state]")?.setAttribute("data-state", "delivered");
      let ground = element;
      const isClear = (): boolean =>
        getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)";
      while (isClear() && ground.parentElement !== null) ground = ground.parentElement;
      return [getComputedStyle(element).color, getComputedStyle(ground).backgroundColor];
    });
}

/** WCAG 2: 1 to 21. */
function contrastOf(colors: readonly string[]): number {
  const [lower = 0, higher = 0] = colors.map(luminanceOf).sort((one, other) => one - other);
  return (higher + 0.05) / (lower + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("an open conversation", { timeout: 60_000 }, () => {
  it("shows the whole mark of a message that is not delivered yet", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { host, client } = await start({ post: () => gate.then(() => ok) });
    host.clock.push(-60_000);
    await write(host, 1);
    await client.signIn();
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    const page = await open(host);
    const mark = page.getByTestId("waiting-badge");
    const { isCut, height } = await mark.evaluate((element) => ({
      isCut: element.scrollWidth > element.clientWidth,
      height: element.getBoundingClientRect().height,
    }));
    expect({ isCut, isALine: height > 14 }).toEqual({ isCut: false, isALine: true });
    expect(await mark.textContent()).toBe("Not delivered yet");
    release();
    await page.getByTestId("delivered-mark").waitFor();
  });

  it("leads to one's own message, and tells of others below instead of moving", async () => {
    const { host } = await start();
    await write(host, 40);
    const page = await open(host);
    // It opens at the first unread message.
    await scrollBy(page, 10_000);
    await expect.poll(() => restOf(page)).toBe(0);
    await scrollBy(page, -700);
    await page.getByTestId("composer-text").fill("my answer");
    await page.keyboard.press("Enter");
    await page.getByTestId("message-text").getByText("my answer").waitFor();
    await expect.poll(() => restOf(page)).toBe(0);

    await scrollBy(page, -700);
    await expect.poll(() => restOf(page)).toBeGreaterThan(500);
    const before = await topOf(page, "message 25");
    await host.visitor(text(1, "one more"));
    await host.visitor(text(1, "and one more"));
    await page.getByTestId("jump-to-new").getByText("2 new messages").waitFor();
    expect(await topOf(page, "message 25")).toBe(before);
    await page.getByTestId("jump-to-new").click();
    await expect.poll(() => restOf(page)).toBe(0);
    await page.getByTestId("jump-to-new").waitFor({ state: "detached" });
  });

  it("is read by a screen reader once: a heading, no live region but one, old failures no alerts", async () => {
    const refusal = answer(200, { error: { code: 1, message: "closed" } });
    const { host, client } = await start({ post: async () => refusal });
    await write(host, 2);
    await client.signIn();
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    await until(async () =>
      (await messages(client, id)).messages.some(({ state }) => state === "failed"),
    );
    const page = await open(host);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByTestId("failure-notice").waitFor();
    const [heading, ...others] = await page.getByRole("heading", { level: 1 }).allTextContents();
    expect(heading).toMatch(/^Visitor [2-9A-Z]{3}$/);
    expect(others).toEqual([]);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.locator("main [aria-live=polite], main [role=status]").count()).toBe(1);
    const announcer = page.getByTestId("thread-announcer");
    expect(await announcer.textContent()).toBe("");
    await host.visitor(text(1, "are you there?"));
    await announcer.getByText("are you there?").waitFor();

    await page.locator(box).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    expect(
      await page.getByTestId("send-again").evaluate((at) => at === document.activeElement),
    ).toBe(true);
  });

  it("has enough contrast in one's own messages and in failures, light and dark", async () => {
    const refusal = answer(200, { error: { code: 1, message: "closed" } });
    const { host, client } = await start({ post: async () => refusal });
    await write(host, 1);
    await client.signIn();
    const id = await onlyConversation(client);
    const file = { file: "https://files.example/a.pdf", file_name: "a.pdf", file_size: 9 };
    await client.ask("POST", `/conversations/${id}/messages`, { type: "document", ...file });
    const page = await open(host);
    await page.getByTestId("failure-description").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const selector of [".media-facts", ".failure-description", ".message-foot", ".bubble"]) {
        const colors = await colorsOf(page, `[data-direction="outbound"] ${selector}`);
        expect({ colorScheme, selector, isEnough: contrastOf(colors) >= 4.5 }).toEqual({
          colorScheme,
          selector,
          isEnough: true,
        });
      }
    }
  });

  it("has links for addresses in texts, which say where they lead", async () => {
    const { host } = await start();
    await host.visitor(text(1, "see https://shop.example/cart, or mailto:a@b.example?cc=x@y"));
    await host.visitor(text(1, "https://shop.example@evil.example/ javascript:alert(1)"));
    const page = await open(host);
    const links = await page
      .getByTestId("text-link")
      .evaluateAll((all) =>
        all.map((link) =>
          ["href", "rel", "target", "title"].map((name) => link.getAttribute(name)),
        ),
      );
    expect(links).toEqual([
      ["https://shop.example/cart", "noopener noreferrer", "_blank", "shop.example"],
      ["mailto:a@b.example", "noopener noreferrer", "_blank", "a@b.example"],
      ["https://shop.example@evil.example/", "noopener noreferrer", "_blank", "evil.example"],
    ]);
    const disguised = page.getByTestId("text-link").last();
    const beside = await disguised.evaluate((link) => getComputedStyle(link, "::after").content);
    expect(beside).toContain("evil.example");
  });
});
