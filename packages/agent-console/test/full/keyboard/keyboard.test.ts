import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { field, row, visitor } from "../../support/browser/unsent.ts";
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

describe("the keyboard", { timeout: 120_000 }, () => {
  it("reaches the composer with few tab stops, every page and person by name, and shows its keys", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    const page = await pages.signedIn(host.url);
    await page.getByTestId("availability").click();
    await row(page, "Mina").click();
    await field(page).waitFor();
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
});
