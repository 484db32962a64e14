import { describe, expect, it } from "vitest";
import { email, password } from "../../support/console-host.ts";
import { text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

describe("the first pages of an agent", { timeout: 120_000 }, () => {
  it("lead from being away to the first chat, and never do so again", async () => {
    const { host } = await start({
      firstAccount: { email, password },
      shopUrl: "http://127.0.0.1:8081/",
    });
    const page = await pages.signedIn(host.url);
    const card = page.getByTestId("first-minute");
    await card.getByText("You are away.").waitFor();
    expect(await card.getByRole("link").getAttribute("href")).toBe("http://127.0.0.1:8081/");
    await page.getByTestId("empty-list").waitFor();
    expect(await page.getByTestId("no-thread").getByText("Choose").isVisible()).toBe(false);
    await page.getByTestId("first-minute-name").fill("Ada Lovelace");
    await page.getByTestId("first-minute-name-save").click();
    await page.getByTestId("first-minute-name").waitFor({ state: "detached" });
    expect(await page.getByTestId("account-name").textContent()).toBe("Ada Lovelace");
    await page.getByTestId("first-minute-online").click();
    await card.getByText("You are online.").waitFor();
    expect(await host.status()).toBe(1);
    await host.visitor(text(1, "hello"));
    await page.getByTestId("conversation").click();
    await page.getByTestId("composer-text").fill("Good morning");
    await page.keyboard.press("Enter");
    await card.waitFor({ state: "detached" });
    expect(host.sent.at(-1)).toMatchObject({ sender: { name: "Ada Lovelace" } });
    await page.reload();
    await page.getByTestId("conversation").waitFor();
    expect(await card.count()).toBe(0);
  });

  it("keep the theme that was chosen in this browser, also in other tabs, before the first paint", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    await page.emulateMedia({ colorScheme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByTestId("account-name").click();
    await page.getByTestId("theme-dark").check();
    const dark = await ground();
    expect(dark).not.toBe(light);
    // The attribute is there before the body is read.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const { dataset } = document.documentElement;
        if (document.body !== null && dataset["early"] === undefined)
          dataset["early"] = dataset["theme"] ?? "none";
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await page.getByTestId("theme-dark").waitFor();
    expect(await page.locator("html").getAttribute("data-early")).toBe("dark");
    expect(await ground()).toBe(dark);
    const other = await page.context().newPage();
    await other.goto(`${host.url}/console/#/account`);
    await other.getByTestId("theme-system").check();
    await expect.poll(ground).toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground()).toBe(dark);
    await page.getByTestId("theme-light").check();
    expect(await ground()).toBe(light);
  });

  it("say while an address is typed that no message would arrive there", async () => {
    const { host } = await start({
      targetCheck: async (url) => (url.startsWith("http:") ? "not-https" : null),
    });
    const page = await pages.signedIn(host.url);
    await page.goto(`${host.url}/console/#/add-channel`);
    const field = page.getByTestId("channel-url-field");
    const hint = page.getByTestId("channel-url-hint");
    await field.fill("http://10.1.2.3/agent");
    await hint.getByText("https:// addresses only").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await page.getByTestId("channel-id-field").fill("other");
    await page.getByTestId("channel-add-submit").click();
    await page.getByTestId("page-problem").getByText("https:// addresses only").waitFor();
    await field.fill("https://shop.example/agent");
    await page.getByTestId("channel-add-submit").click();
    await page.getByTestId("channel-added").waitFor();
  });
});
