import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../support/browser/browser.ts";
import { typeIn } from "../../support/browser/use-pages.ts";
import { watchPage, type WatchedPage } from "../../support/browser/watched-page.ts";
import type { ConsoleHost } from "../../support/console-host.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const files = "https://files.example";
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
let browser: Browser;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ browser, close } = await openBrowser());
});
afterAll(() => close());

interface Opened extends WatchedPage {
  readonly page: Page;
  /** Paths that were requested from the visitor's host. */
  readonly asked: string[];
}

/** A signed-in page. The visitor's host answers with a picture, or not at all. */
async function open(host: ConsoleHost): Promise<Opened> {
  const page = await browser.newPage();
  page.setDefaultTimeout(25_000);
  const asked: string[] = [];
  const { misdeeds } = await watchPage(page, host.url, []);
  await page.route(`${files}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    if (!pathname.endsWith(".png")) return route.abort();
    return route.fulfill({ contentType: "image/png", body: picture });
  });
  await page.goto(`${host.url}/console`);
  await typeIn(page);
  await page.getByTestId("conversation-list").waitFor();
  return { page, misdeeds, asked };
}

async function writeMedia(host: ConsoleHost): Promise<void> {
  const sender = { id: 1, name: "Mina", photo: `${files}/face.png` };
  for (const [type, name] of [
    ["photo", "photo.png"],
    ["sticker", "sticker.png"],
    ["voice", "voice.ogg"],
    ["video", "video.mp4"],
    ["document", "bill.pdf"],
  ]) {
    const file = { file: `${files}/${name}`, file_name: name, file_size: 1_200 };
    await host.visitor({ sender, message: { type, ...file, width: 800, height: 600 } });
  }
}

describe("what visitors send", { timeout: 90_000 }, () => {
  it("loads when the agent asks, and not before", async () => {
    const { host } = await start();
    await writeMedia(host);
    const { page, misdeeds, asked } = await open(host);
    await page.getByTestId("conversation").click();
    await page.getByTestId("media-ask").nth(3).waitFor();
    expect(asked).toEqual([]);

    await page.getByTestId("media-ask").first().click();
    await page.getByTestId("media-picture").waitFor();
    await expect.poll(() => asked).toEqual(["/photo.png"]);
    const enlarge = page.getByTestId("media-enlarge");
    expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByTestId("viewer-picture").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("viewer").waitFor({ state: "detached" });
    expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.getByText("Play voice message").click();
    await page.getByTestId("media-broken").getByText("It cannot be played here.").waitFor();
    expect(new Set(asked)).toEqual(new Set(["/photo.png", "/voice.ogg"]));
    await page.getByTestId("photo-ask").click();
    await page.getByTestId("avatar-photo").waitFor();
    expect(asked.filter((path) => path !== "/voice.ogg")).toEqual(["/photo.png", "/face.png"]);
    expect(misdeeds).toEqual([]);
    await page.close();
  });

  it("loads at once, photos too, when an admin has switched that on", async () => {
    const { host } = await start();
    await writeMedia(host);
    const { page, misdeeds, asked } = await open(host);
    await page.getByTestId("place-settings").click();
    await page.getByTestId("always-show-media").click();
    await expect.poll(() => page.getByTestId("always-show-media").isChecked()).toBe(true);
    await page.getByTestId("place-inbox").click();
    await page.getByTestId("conversation").click();
    await page.getByTestId("media-picture").first().waitFor();
    await page.getByTestId("avatar-photo").first().waitFor();
    await expect
      .poll(() => [...new Set(asked)].toSorted())
      .toEqual(["/face.png", "/photo.png", "/sticker.png", "/video.mp4", "/voice.ogg"]);
    expect(await page.getByTestId("media-ask").count()).toBe(0);
    await page.reload();
    await page.getByTestId("media-picture").first().waitFor();
    expect(misdeeds).toEqual([]);
    await page.close();
  });
});

describe("the watch over a page's policy", { timeout: 60_000 }, () => {
  it("notices markup, inline styles and sources that the policy forbids", async () => {
    const { host } = await start();
    const { page, misdeeds } = await open(host);
    await page.evaluate(() => {
      const image = document.createElement("img");
      image.src = "data:image/png;base64,AA==";
      document.body.append(image);
      const paragraph = document.createElement("p");
      paragraph.setAttribute("style", "color: red");
      document.body.append(paragraph);
      try {
        paragraph.innerHTML = "<b>x</b>";
      } catch {
        // The policy forbids it.
      }
    });
    for (const directive of ["img-src", "style-src-attr", "require-trusted-types-for"]) {
      await expect.poll(() => misdeeds.join("\n")).toContain(`policy: ${directive}`);
    }
    await page.close();
  });
});
