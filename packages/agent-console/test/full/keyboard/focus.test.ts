import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answer, ok } from "../../support/console-host.ts";
import {
  arrived,
  field,
  openScene,
  openThread,
  sends,
  visitor,
  write,
} from "../../support/browser/unsent.ts";
import { usePages } from "../../support/browser/use-pages.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();

/** `data-testid` of the focused element, or its tag. */
const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.dataset["testid"] ?? element?.tagName;
  });
const hasFocus = (page: Page, testId: string): Promise<void> =>
  expect.poll(() => focused(page), { timeout: 10_000 }).toBe(testId);

/** Presses a button by the keyboard. */
async function press(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).focus();
  await page.keyboard.press("Enter");
}

describe("the focus, after a button that is gone once it is pressed", { timeout: 120_000 }, () => {
  it("is on the message after Send again", async () => {
    const answers = [answer(200, { error: { code: 1, message: "closed today" } })];
    const { host } = await start({
      post: async ({ body }) => (body.includes("late") ? (answers.shift() ?? ok) : ok),
    });
    await visitor(host, 1, "Mina");
    const page = await pages.signedIn(host.url);
    await openThread(page, "Mina");
    await write(page, "late");
    await page.getByTestId("send-again").waitFor();
    await press(page, "send-again");
    await page.getByTestId("send-again").waitFor({ state: "detached" });
    await hasFocus(page, "message");
  });

  it("is on the picture after Look", async () => {
    const { page } = await openScene(start, pages);
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>`;
    await page.route("https://files.example/**", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: picture }),
    );
    await page.getByTestId("media-open").click();
    await page.getByTestId("media-url").fill("https://files.example/lamp.png");
    await press(page, "media-look");
    await hasFocus(page, "media-look-picture");
  });

  it("is in the reply field after Edit and Discard", async () => {
    const { page } = await openScene(start, pages);
    await page.route(sends, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 400, json: { error: { code: 40001, message: "No." } } })
        : route.fallback(),
    );
    await write(page, "not taken");
    await press(page, "unsent-edit");
    await hasFocus(page, "composer-text");
    await write(page, "not taken again");
    await press(page, "unsent-discard");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await hasFocus(page, "unsent-discard");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByTestId("unsent").waitFor({ state: "detached" });
    await hasFocus(page, "composer-text");
  });

  it("is in the reply field after Use this text", async () => {
    const { host, page } = await openScene(start, pages);
    const phone = await pages.signedIn(host.url);
    await openThread(phone, "Mina");
    await phone.context().setOffline(true);
    await field(phone).fill("from the phone");
    await field(page).fill("from the laptop");
    await expect
      .poll(() => page.evaluate(async () => (await fetch("/console/api/drafts")).text()), {
        timeout: 20_000,
      })
      .toContain("from the laptop");
    await phone.context().setOffline(false);
    await page.getByTestId("other-text-use").waitFor();
    await press(page, "other-text-use");
    await hasFocus(page, "composer-text");
  });

  it("is on the page that the palette opened, and where it was when it opened none", async () => {
    const { page } = await openScene(start, pages);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("people");
    await page.keyboard.press("Enter");
    await hasFocus(page, "people-page");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    await hasFocus(page, "people-page");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("noor");
    await page.getByTestId("palette-option").getByText("Noor").waitFor();
    await page.keyboard.press("Enter");
    await arrived(page, "hi");
    await hasFocus(page, "composer-text");
  });
});
