import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accountOf, joined, longPassword } from "../../support/accounts/people.ts";
import {
  arrived,
  field,
  openThread,
  textsOf,
  visitor,
  write,
} from "../../support/browser/unsent.ts";
import { typeIn, usePages } from "../../support/browser/use-pages.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();
const files = "https://files.example";
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe("a visitor's name of 10,000 characters", { timeout: 90_000 }, () => {
  it.each([1280, 390])("leaves all else in its place at %i points", async (width) => {
    const { host, client } = await start();
    await client.signIn();
    const letters = ["n", "א", "𝔫"];
    const names = ["n".repeat(10_000), "\u202eא".repeat(5_000), "𝔫 ".repeat(5_000)];
    for (const [id, name] of names.entries()) await visitor(host, id, name);
    const page = await pages.signedIn(host.url);
    await page.setViewportSize({ width, height: 800 });
    const rows = page.getByTestId("conversation");
    for (const [at, letter] of letters.toReversed().entries()) {
      const box = await rows.nth(at).boundingBox();
      expect(box?.height).toBeLessThan(120);
      await rows.nth(at).click();
      // The composer and the name may still be those of the thread before.
      const title = page.getByTestId("thread-name").filter({ hasText: letter });
      await title.waitFor();
      await field(page).waitFor();
      expect(await tooWide(page)).toBeLessThanOrEqual(0);
      expect((await title.boundingBox())?.height).toBeLessThan(60);
      const composer = await field(page).boundingBox();
      expect((composer?.y ?? 800) + (composer?.height ?? 0)).toBeLessThanOrEqual(800);
      if (width === 390) await page.goBack();
    }
  });
});

describe("a visitor's picture", { timeout: 90_000 }, () => {
  it("that is broken says so, and one of any size takes no more space than the thread has", async () => {
    const { host } = await start();
    const picture = (name: string, more: object = {}) =>
      host.visitor({
        sender: { id: 1, name: "Mina" },
        message: {
          type: "photo",
          file: `${files}/${name}`,
          file_name: name,
          file_size: 9e12,
          ...more,
        },
      });
    await picture("broken.png");
    await picture("huge.svg");
    await picture("huge.svg", { width: 1e9, height: 1e9 });
    const page = await pages.open(host.url);
    await page.route(`${files}/**`, (route) =>
      route.fulfill(
        route.request().url().endsWith("png")
          ? { contentType: "image/png", body: "no picture" }
          : {
              contentType: "image/svg+xml",
              body: `<svg xmlns="http://www.w3.org/2000/svg" width="50000" height="50000"/>`,
            },
      ),
    );
    await signInTo(page, host.url);
    await openThread(page, "Mina");
    await page.getByTestId("media-ask").first().waitFor();
    while ((await page.getByTestId("media-ask").count()) > 0)
      await page.getByTestId("media-ask").first().click();
    await page.getByTestId("media-broken").getByText("The picture cannot be shown.").waitFor();
    for (const at of [0, 1]) {
      const shown = page.getByTestId("media-picture").nth(at);
      await expect
        .poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBe(50_000);
      const box = await shown.boundingBox();
      expect([box?.width, box?.height].every((side) => (side ?? 0) <= 420)).toBe(true);
    }
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
  });
});

describe("an admin who becomes an agent while typing", { timeout: 90_000 }, () => {
  it("keeps what is written to a visitor, sends it, and sees no admin page any more", async () => {
    const { host, client } = await start();
    await client.signIn();
    const ben = await joined(host, client, "admin");
    await visitor(host, 1, "Mina");
    const page = await pages.signedIn(host.url, {
      email: "ben@parley.example",
      password: longPassword,
    });
    await openThread(page, "Mina");
    await field(page).fill("half an answer");
    await page.goto(`${host.url}/console#/add-channel`);
    await page.getByTestId("channel-id-field").fill("other");
    await client.ask("PATCH", `/people/${(await accountOf(ben)).id}`, { role: "agent" });
    await page.getByTestId("admins-only").waitFor();
    expect(await page.getByTestId("place-channels").count()).toBe(0);
    await page.getByTestId("place-inbox").click();
    await openThread(page, "Mina");
    await expect.poll(() => field(page).inputValue()).toBe("half an answer");
    await write(page, "half an answer, and the rest");
    await arrived(page, "half an answer, and the rest");
    await expect.poll(() => textsOf(host)).toEqual(["half an answer, and the rest"]);
  });
});

async function signInTo(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console`);
  await typeIn(page);
  await page.getByTestId("conversation-list").waitFor();
}
