import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useConsole } from "./support/use-console.ts";
import { usePages } from "./support/use-pages.ts";

const start = useConsole();
const pages = usePages();
const sends = "**/conversations/*/messages";

const row = (page: Page, name: string) =>
  page.getByTestId("conversation").filter({ hasText: name });

/** A POST that is held until the test says what becomes of it. */
function heldSend(): { readonly hold: (route: Route) => Promise<void>; fail(): void } {
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  return {
    hold: async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await failing;
      await route.abort("connectionreset");
    },
    fail: () => fail(),
  };
}

describe("a reply that the page could not send", { timeout: 120_000 }, () => {
  it("is told in thread, list and title after another conversation was opened, survives a reload, and arrives once", async () => {
    const { host } = await start();
    await host.visitor({ sender: { id: 1, name: "Mina" }, message: { type: "text", text: "hi" } });
    await host.visitor({ sender: { id: 2, name: "Noor" }, message: { type: "text", text: "hi" } });
    const page = await pages.signedIn(host.url);
    const held = heldSend();
    await page.route(sends, held.hold);
    await row(page, "Mina").click();
    await page.getByTestId("composer-text").fill("hi Mina");
    await page.keyboard.press("Enter");
    await page.getByTestId("unsent").getByText("Sending").waitFor();
    expect(await page.getByTestId("composer-text").inputValue()).toBe("");
    await row(page, "Noor").click();
    await page.getByTestId("composer-text").fill("hi Noor");
    held.fail();
    await row(page, "Mina").getByTestId("unsent-mark").getByText("Not sent").waitFor();
    await expect.poll(() => page.title()).toContain("1 not sent");

    await page.reload();
    await page.getByTestId("composer-text").waitFor();
    expect(await page.getByTestId("composer-text").inputValue()).toBe("hi Noor");
    await row(page, "Mina").click();
    await page.getByTestId("unsent-reason").getByText("cannot be reached").waitFor();
    expect(await page.getByTestId("unsent-text").innerText()).toBe("hi Mina");
    await page.unroute(sends, held.hold);
    await page.getByTestId("unsent-retry").click();
    await page.locator('[data-testid="message"][data-id="2"]').waitFor();
    await page.getByTestId("unsent").waitFor({ state: "detached" });
    expect(await row(page, "Mina").getByTestId("unsent-mark").count()).toBe(0);
    expect(await page.title()).not.toContain("not sent");
    expect(host.sent.map(({ message }) => (message as { text?: string }).text)).toContain(
      "hi Mina",
    );
  });
});
