import { describe, expect, it } from "vitest";
import { text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const patience = { timeout: 30_000 };

describe("an agent who leaves the page", { timeout: 120_000 }, () => {
  it("types no more: elsewhere, after a reload, and while the page is hidden", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    await host.visitor(text(1, "hello"));
    await host.visitor(text(2, "hello"));
    const conversations = page.getByTestId("conversation");
    await expect.poll(() => conversations.count(), patience).toBe(2);
    // By the page itself: the gateway would end it too, but later.
    const told = () => host.asked.filter((line) => line.endsWith("/typing")).length;
    let before = 0;
    const typeIn = async (index: number): Promise<void> => {
      before = told();
      await conversations.nth(index).click();
      const opened = () => conversations.nth(index).getAttribute("aria-current");
      await expect.poll(opened, patience).toBe("page");
      await page.getByTestId("composer-text").pressSequentially("hi");
      await expect.poll(told, patience).toBe(before + 1);
    };
    const expectEnd = () => expect.poll(told, patience).toBe(before + 2);
    await typeIn(0);
    await page.evaluate(() => void (location.hash = "#/account"));
    await expectEnd();
    await page.evaluate(() => history.back());
    await typeIn(1);
    await page.reload();
    await expectEnd();
    await typeIn(0);
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expectEnd();
    const types = () => host.sent.map(({ message }) => (message as { type: string }).type);
    await expect.poll(() => types().at(-1), patience).toBe("typeout");
  });

  it("sees what visitors see, and chooses whether to stay available when the page is closed", async () => {
    const { host, client } = await start();
    const page = await pages.signedIn(host.url);
    const seen = page.getByTestId("visitors-see");
    await seen.getByText("nobody is here").waitFor();
    expect(await page.getByTestId("without-page").count()).toBe(0);
    await page.getByTestId("availability").click();
    await seen.getByText("somebody is here").waitFor();
    await page.getByTestId("without-page").click();
    await client.signIn();
    const chosen = async () => (await client.ask("GET", "/presence")).body;
    await expect.poll(chosen, patience).toMatchObject({ available: true, withoutPage: true });
    await page.reload();
    await page.getByTestId("visitors-see").getByText("somebody is here").waitFor();
    expect(await page.getByTestId("without-page").isChecked()).toBe(true);
    await page.goto(`${host.url}/console/#/people`);
    await page.getByTestId("person").getByText("present: visitors see").waitFor();
  });
});
