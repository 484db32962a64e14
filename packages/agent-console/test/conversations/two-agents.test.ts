import { describe, expect, it } from "vitest";
import { answer, ok } from "../support/console-host.ts";
import { joined, longPassword } from "../support/accounts/people.ts";
import { text } from "../support/browser/reading.ts";
import { useConsole } from "../support/use-console.ts";
import { usePages } from "../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const ben = { email: "ben@parley.example", password: longPassword };

describe("two agents in two browsers", { timeout: 120_000 }, () => {
  it("see each other's answers live, with their writers, and what becomes of them", async () => {
    const failures = [answer(200, { error: { code: 1, message: "closed today" } })];
    const { host, client } = await start({
      post: async ({ body }) => (body.includes("Ben here") ? (failures.shift() ?? ok) : ok),
    });
    await client.signIn();
    await joined(host, client);
    const [one, other] = [await pages.signedIn(host.url), await pages.signedIn(host.url, ben)];
    await host.visitor(text(1, "hello"));
    for (const page of [one, other]) {
      await page.getByTestId("conversation").click();
      await page.getByTestId("message-text").getByText("hello").waitFor();
    }
    await one.getByTestId("composer-text").fill("Ada here");
    await other.getByTestId("writer").getByText("Ada is writing").waitFor();
    await one.keyboard.press("Enter");
    const adas = '[data-id="2"][data-state="delivered"]';
    await other.locator(adas).getByTestId("message-author").getByText("Ada").waitFor();
    await other.getByTestId("writer").waitFor({ state: "detached" });
    expect(await one.locator(adas).getByTestId("message-author").count()).toBe(0);
    await other.getByTestId("conversation").filter({ hasText: "Ada: Ada here" }).waitFor();
    await one.getByTestId("conversation").filter({ hasText: "You: Ada here" }).waitFor();

    await other.getByTestId("composer-text").fill("Ben here");
    await other.keyboard.press("Enter");
    await one.locator('[data-id="3"][data-state="failed"]').getByText("closed today").waitFor();
    await one.getByTestId("send-again").click();
    for (const page of [one, other]) {
      await page.locator('[data-id="3"][data-state="delivered"]').waitFor();
      expect(await page.getByTestId("failure-notice").count()).toBe(0);
      expect(await page.getByTestId("message").count()).toBe(3);
    }
    expect(host.sent.at(-1)).toMatchObject({ sender: { name: "Ben" } });
  });

  it("are available each for themselves, in all of their own pages", async () => {
    const { host, client } = await start();
    await client.signIn();
    await joined(host, client);
    const one = await pages.signedIn(host.url);
    const again = await pages.signedIn(host.url);
    const other = await pages.signedIn(host.url, ben);
    await one.getByTestId("availability").click();
    await again.locator('[data-testid="availability"][aria-checked="true"]').waitFor();
    await other.getByTestId("availability").click();
    await other.locator('[data-testid="availability"][aria-checked="true"]').waitFor();
    await one.getByTestId("availability").click();
    await again.locator('[data-testid="availability"][aria-checked="false"]').waitFor();
    expect(await other.getByTestId("availability").getAttribute("aria-checked")).toBe("true");
    expect(await host.status()).toBe(1);
  });
});
