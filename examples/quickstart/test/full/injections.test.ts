import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import { visibleText } from "@parley/core/text";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injections } from "../../../../packages/agent-console/test/injections/all.ts";
import { watchPage } from "../../../../packages/agent-console/test/support/browser/watched-page.ts";
import { QuickstartProcess } from "../support/quickstart-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const perPage = 64;
const scratch = temporaryDirectory();
let browser: Browser;
let quickstart: QuickstartProcess;

beforeAll(async () => {
  [browser, quickstart] = await Promise.all([
    launchBrowser(scratch.path),
    QuickstartProcess.start(join(scratch.path, "data")),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await quickstart?.stop();
  scratch.remove();
});

/** An address that ends in the string, without control characters, which the client refuses. */
function addressOf(text: string): string {
  return `https://files.example/${text.replaceAll(/[^\P{Cc}\u0080-\u009f]/gu, "")}`;
}

/** Three messages per string, with the string in every field: a text, a photo, and one of an unknown type. */
function messagesOf(text: string, index: number): readonly Record<string, unknown>[] {
  const fields = { file: text, thumb: text, emoji: text, performer: text, text };
  const file = addressOf(text);
  return [
    { id: `${index}-text|${text}`, type: "text", ...fields, title: text, file_name: text },
    { id: `${index}-photo|${text}`, type: "photo", ...fields, file, thumb: file, title: text },
    { id: `${index}-type|${text}`, type: `x${text}`, ...fields },
  ];
}

/** Delivers a message to the shop directly, whatever the gateway would allow. */
async function shopReceives(visitor: string, name: string, message: object): Promise<void> {
  const response = await fetch(`${quickstart.shopUrl}/agent-messages/shop`, {
    method: "POST",
    body: JSON.stringify({ sender: { name }, recipient: { id: visitor }, message }),
  });
  expect(await response.json()).toEqual({ result: "ok" });
}

/** Runs in the page: all shown agent messages, in order. */
function shownMessages() {
  const textOf = (within: Element, name: string) =>
    within.querySelector(`[data-testid=${name}]`)?.textContent ?? null;
  return [...document.querySelectorAll("[data-testid=shop-message][data-from=agent]")].map(
    (one) => ({
      id: one.getAttribute("data-id"),
      author: textOf(one, "shop-author"),
      text: textOf(one, "shop-message-text"),
      label: textOf(one, "shop-media-label"),
    }),
  );
}

/** One visitor's page must show all of these strings, in every field. */
async function expectText(strings: readonly string[]): Promise<void> {
  const page = await browser.newPage();
  const images = strings.flatMap((text) => [text, addressOf(text)]);
  const { misdeeds } = await watchPage(page, quickstart.shopUrl, images);
  await page.goto(`${quickstart.shopUrl}/`);
  const visitor = await page.evaluate(() => sessionStorage.getItem("visitor") ?? "");
  const expected = [];
  for (const [index, text] of strings.entries()) {
    for (const message of messagesOf(text, index)) {
      await shopReceives(visitor, text, message);
      const { id, type } = message;
      const label = type === "text" ? null : visibleText(String(type === "photo" ? text : type));
      expected.push({ id, author: visibleText(text), text, label });
    }
  }
  await page.locator(`[data-id^="${strings.length - 1}-type"]`).waitFor();
  expect(await page.evaluate(shownMessages)).toEqual(expected);
  expect(misdeeds).toEqual([]);
  await page.close();
}

describe("strings of others that look like code", { timeout: 120_000 }, () => {
  it("are text in every field that the shop shows, and run, load and lead nowhere", async () => {
    const strings = injections.map((text) => text.toWellFormed());
    for (let from = 0; from < strings.length; from += perPage) {
      await expectText(strings.slice(from, from + perPage));
    }
  });
});
