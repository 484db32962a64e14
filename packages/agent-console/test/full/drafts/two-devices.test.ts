import { Conversations } from "@parley/core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  arrived,
  field,
  openScene,
  openThread,
  textsOf,
  write,
} from "../../support/browser/unsent.ts";
import { typeIn, usePages } from "../../support/browser/use-pages.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();

/** One agent with two browsers, both with Mina's conversation open. */
async function twoDevices() {
  const { host, page: laptop } = await openScene(start, pages);
  const phone = await pages.signedIn(host.url);
  await phone.setViewportSize({ width: 390, height: 800 });
  await openThread(phone, "Mina");
  return { host, laptop, phone };
}

const shows = (page: Page, text: string) =>
  expect.poll(() => field(page).inputValue(), { timeout: 20_000 }).toBe(text);

describe("one draft in two browsers", { timeout: 120_000 }, () => {
  it("follows its agent, and goes from both once it is sent", async () => {
    const { host, laptop, phone } = await twoDevices();
    await field(laptop).fill("half an answer");
    await shows(phone, "half an answer");
    await field(phone).fill("half an answer, and the rest");
    await shows(laptop, "half an answer, and the rest");
    await field(laptop).press("Enter");
    await arrived(laptop, "half an answer, and the rest");
    await shows(phone, "");
    await phone.reload();
    await field(phone).waitFor();
    await shows(phone, "");
    expect(textsOf(host)).toEqual(["half an answer, and the rest"]);
  });

  it("shows the later text where both wrote, and the other one a click away", async () => {
    const { laptop, phone } = await twoDevices();
    await phone.context().setOffline(true);
    await field(phone).fill("from the phone");
    await field(laptop).fill("from the laptop");
    await expect
      .poll(() => laptop.request.get(draftsOf(laptop)).then((answer) => answer.text()), {
        timeout: 20_000,
      })
      .toContain("from the laptop");
    await phone.context().setOffline(false);
    await shows(laptop, "from the phone");
    for (const page of [laptop, phone])
      await page.getByTestId("other-text-words").getByText("from the laptop").waitFor();
    await laptop.getByTestId("other-text-use").click();
    for (const page of [laptop, phone]) {
      await shows(page, "from the laptop");
      await page.getByTestId("other-text-words").getByText("from the phone").waitFor();
    }
    await phone.getByTestId("other-text-discard").click();
    await phone.getByTestId("other-text-discard-confirm").click();
    for (const page of [laptop, phone])
      await page.getByTestId("other-text").waitFor({ state: "detached" });
  });

  it("goes from open pages when the conversation is erased", async () => {
    const { host, laptop, phone } = await twoDevices();
    await field(laptop).fill("about Mina");
    await shows(phone, "about Mina");
    const conversations = await host.gateway.get(Conversations);
    const { items } = await conversations.list({ before: null, limit: 10 });
    const mina = items.find(({ visitorId }) => visitorId === "1");
    expect(await conversations.erase(String(mina?.id))).toBe(true);
    for (const page of [laptop, phone]) {
      await page.getByTestId("unsent-gone").waitFor();
      await page.getByTestId("gone-thread").waitFor();
      expect(await field(page).count()).toBe(0);
    }
    expect(await host.files()).not.toContain("about Mina");
  });

  it("is not lost by a session that ends while it is written", async () => {
    const { laptop, phone } = await twoDevices();
    await field(laptop).fill("typed before");
    await shows(phone, "typed before");
    await laptop.context().clearCookies();
    await field(laptop).fill("typed before and after");
    await laptop.getByTestId("sign-in-email").waitFor();
    await signInAgain(laptop);
    await shows(laptop, "typed before and after");
    await shows(phone, "typed before and after");
    await write(laptop, "typed before and after");
    await shows(phone, "");
  });
});

const draftsOf = (page: Page) => new URL("/console/api/drafts", page.url()).href;

async function signInAgain(page: Page): Promise<void> {
  await typeIn(page);
  await field(page).waitFor();
}
