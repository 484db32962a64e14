import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { field, openThread, textsOf, visitor } from "../../../support/browser/unsent.ts";
import { useConsole } from "../../../support/use-console.ts";
import { usePages } from "../../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

describe("the composer", { timeout: 120_000 }, () => {
  it("sends a text over the limit as several messages, whole and in order, once the agent agrees", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    const page = await pages.signedIn(host.url);
    await openThread(page, "Mina");
    // The first two parts are equal.
    const long = `${"again ".repeat(332)}${Array.from({ length: 100 }, (_, at) => `word${at}`).join(" ")}`;
    await field(page).fill(long);
    await field(page).press("Enter");
    expect(textsOf(host)).toEqual([]);
    expect(await field(page).inputValue()).toBe(long);
    await page.getByTestId("composer-send").getByText("Send as 3 messages").click();
    await expect.poll(() => textsOf(host).join("")).toBe(long);
    expect(textsOf(host)).toHaveLength(3);
    expect(
      textsOf(host).every((text) => text.length <= 1_000 && /^(again|word\d+) /.test(text)),
    ).toBe(true);
    expect(await field(page).inputValue()).toBe("");
    expect(await page.getByTestId("composer-notice").count()).toBe(0);
  });

  it("sends a file by its address with the size that the look told or the agent typed, and not without", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    const page = await pages.signedIn(host.url);
    await openThread(page, "Mina");
    await page.getByTestId("media-open").click();
    const problem = (name: string) => page.getByTestId(`media-${name}-problem`);
    await page.getByTestId("media-url").fill("shop.example/a.svg");
    await problem("url").getByText("begins with https").waitFor();
    await page.getByTestId("media-send").click();
    await problem("size").getByText("without it").waitFor();
    expect(host.sent).toEqual([]);

    await page.getByTestId("media-url").fill(await iconOf(page));
    expect(await page.getByTestId("media-look-picture").count()).toBe(0);
    await page.getByTestId("media-look").click();
    await page.getByTestId("media-size-told").getByText("bytes").waitFor();
    await page.getByTestId("media-send").click();
    await expect
      .poll(() => host.sent.map(({ message }) => message))
      .toMatchObject([
        {
          type: "photo",
          file_name: expect.stringMatching(/^icon.*svg$/),
          file_size: expect.any(Number),
        },
      ]);

    await page.getByTestId("media-open").click();
    await page.getByTestId("media-url").fill("https://files.example/tune.mp3");
    await page.getByTestId("media-size").fill("1.4 MB");
    await page.getByTestId("media-url").press("Enter");
    await expect
      .poll(() => host.sent[1]?.["message"])
      .toMatchObject({
        type: "audio",
        file_name: "tune.mp3",
        file_size: 1_400_000,
      });
  });
});

/** A picture that the console itself serves. */
function iconOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "");
}
