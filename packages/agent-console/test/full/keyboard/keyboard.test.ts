import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answer, email, ok, password } from "../../support/console-host.ts";
import { field, openThread, visitor } from "../../support/browser/unsent.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-testid") ?? null);

/** The next Tab starts at the top of the page. */
const goToTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });

/** Presses Tab from the top of the page until the composer has the focus. */
async function stopsToComposer(page: Page): Promise<number> {
  await goToTop(page);
  for (let stops = 1; stops < 60; stops += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === "composer-text") return stops;
  }
  throw new Error("the composer is no tab stop");
}

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, testId: string, key = "Tab"): Promise<void> {
  for (let stops = 0; stops < 10 && (await focused(page)) !== testId; stops += 1)
    await page.keyboard.press(key);
  expect(await focused(page)).toBe(testId);
}

describe("the keyboard", { timeout: 120_000 }, () => {
  it("reaches the composer with few tab stops, every page and person by name, and shows its keys", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    const page = await pages.signedIn(host.url);
    await page.getByTestId("availability").click();
    await openThread(page, "Mina");
    expect(await stopsToComposer(page)).toBeLessThanOrEqual(8);
    await goToTop(page);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("skip-link");
    // The bar remembers where one was.
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("availability");
    await page.keyboard.press("ArrowLeft");
    expect(await focused(page)).toBe("place-settings");
    for (const _ of ["availability", "account-name", "sign-out", "place-inbox"])
      await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("place-inbox");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("composer-text");

    await page.keyboard.type("?/");
    expect(await field(page).inputValue()).toBe("?/");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+k");
    await page.getByTestId("palette-field").fill("people");
    await page.keyboard.press("Enter");
    await page.getByTestId("people-page").waitFor();
    await page.keyboard.press("?");
    await page.getByTestId("key-help").getByText("Next conversation").waitFor();
    await page.keyboard.press("Control+k");
    expect(await page.getByTestId("palette").count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.getByTestId("key-help").count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByTestId("palette-option").getByText("Mina").waitFor();
    await page.getByTestId("palette-field").fill("min");
    await page.keyboard.press("Enter");
    await field(page).waitFor();
    expect(await page.getByTestId("thread-name").textContent()).toBe("Mina");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    expect(await focused(page)).toBe("composer-text");
  });

  it("signs in, finds a conversation, answers it and sends a failed message again, without a mouse", async () => {
    const refusals = [answer(200, { error: { code: 1, message: "closed today" } })];
    const { host } = await start({
      post: async ({ body }) => (body.includes("Yes, we do") ? (refusals.shift() ?? ok) : ok),
    });
    await visitor(host, 1, "Mina");
    await visitor(host, 2, "Noor");
    const page = await pages.open(host.url);
    await page.goto(`${host.url}/console`);
    await page.getByTestId("sign-in-email").waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByTestId("conversation").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("mina");
    await page.getByTestId("search-hit").waitFor();
    await tabTo(page, "search-hit");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("composer-text");
    await page.keyboard.type("Yes, we do");
    await page.keyboard.press("Enter");
    await page.getByTestId("send-again").waitFor();
    await tabTo(page, "messages", "Shift+Tab");
    await page.keyboard.press("ArrowUp");
    expect(await focused(page)).toBe("message");
    await tabTo(page, "send-again");
    await page.keyboard.press("Enter");
    await page.locator('[data-direction="outbound"][data-state="delivered"]').waitFor();
    expect(await focused(page)).toBe("message");
  });
});
