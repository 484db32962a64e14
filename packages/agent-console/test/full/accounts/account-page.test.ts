import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ConsoleClient } from "../../support/console-client.ts";
import { email, password } from "../../support/console-host.ts";
import { onlyConversation, text } from "../../support/browser/reading.ts";
import { until, useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

async function toAccount(page: Page): Promise<void> {
  await page.getByTestId("account-name").click();
  await page.getByTestId("session").first().waitFor();
}

const isSignedOut = (page: Page) => page.getByTestId("sign-in-email").waitFor();

describe("the page of one's own account", { timeout: 120_000 }, () => {
  it("changes the name that visitors see, in every open page of one's own", async () => {
    const { host, client } = await start();
    await client.signIn();
    const page = await pages.signedIn(host.url);
    const other = await pages.signedIn(host.url);
    await toAccount(page);
    await page.getByTestId("account-name-field").fill("Ada Lovelace");
    await page.getByTestId("account-name-save").click();
    await page.getByTestId("account-name-save-status").getByText("Saved.").waitFor();
    for (const each of [page, other]) {
      await each.getByTestId("account-name").getByText("Ada Lovelace").waitFor();
    }
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    await until(async () => host.sent.length > 0);
    expect(host.sent[0]).toMatchObject({ sender: { name: "Ada Lovelace" } });
  });

  it("changes the password: needs the one in use, stays, and signs out everywhere else", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    const other = await pages.signedIn(host.url);
    await toAccount(page);
    await page.getByTestId("current-password").fill("a wrong password");
    await page.getByTestId("new-password").fill("another password");
    await page.getByTestId("password-save").click();
    await page.getByTestId("password-save-problem").waitFor();
    expect(await other.getByTestId("empty-list").isVisible()).toBe(true);
    await page.getByTestId("current-password").fill(password);
    await page.getByTestId("password-save").click();
    await page.getByTestId("password-save-status").getByText("Saved.").waitFor();
    expect(await page.getByTestId("current-password").inputValue()).toBe("");
    await isSignedOut(other);
    const guest = new ConsoleClient(host.url);
    expect((await guest.signIn({ email, password })).status).toBe(401);
    expect((await guest.signIn({ email, password: "another password" })).status).toBe(200);
  });

  it("lists one's sessions, and ends one of them, all others, or all", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => pages.signedIn(host.url)));
    if (!first || !second || !third) throw new Error("no pages");
    await toAccount(page);
    const sessions = page.getByTestId("session");
    expect(await sessions.count()).toBe(4);
    const own = page.locator('[data-testid="session"][data-current="true"]');
    expect(await own.innerText()).toContain("Chrome on Linux");
    expect(await own.getByTestId("end-session").count()).toBe(0);
    await page.getByTestId("end-session").first().click();
    await expect.poll(() => sessions.count()).toBe(3);
    const waysIn = () =>
      Promise.all([first, second, third].map((each) => each.getByTestId("sign-in-email").count()));
    await expect.poll(async () => (await waysIn()).toSorted()).toEqual([0, 0, 1]);
    await page.getByTestId("end-other-sessions").click();
    await expect.poll(() => sessions.count()).toBe(1);
    for (const other of [first, second, third]) await isSignedOut(other);
    expect(await page.getByTestId("end-other-sessions").isDisabled()).toBe(true);
    await page.getByTestId("end-all-sessions").click();
    await page.getByTestId("end-all-sessions-confirm").click();
    await isSignedOut(page);
  });
});
