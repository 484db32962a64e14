import { describe, expect, it } from "vitest";
import {
  arrived,
  entriesIn,
  field,
  holdSends,
  keptIn,
  openThread,
  reset,
  row,
  textsOf,
  visitor,
} from "../support/browser/unsent.ts";
import { useConsole } from "../support/use-console.ts";
import { usePages } from "../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

describe("a reply that the page could not send", { timeout: 120_000 }, () => {
  it("is told in thread, list and title after another conversation was opened, survives a reload, and arrives once", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    await visitor(host, 2, "Noor");
    const page = await pages.signedIn(host.url);
    const held = await holdSends(page);
    await openThread(page, "Mina");
    await field(page).fill("hello Mina");
    await page.keyboard.press("Enter");
    await page.getByTestId("unsent").getByText("Sending").waitFor();
    expect(await field(page).inputValue()).toBe("");
    await openThread(page, "Noor");
    await field(page).fill("hello Noor");
    held.release(reset);
    await row(page, "Mina").getByTestId("unsent-mark").getByText("Not sent").waitFor();
    await expect.poll(() => page.title()).toContain("1 not sent");
    expect(await keptIn(page)).not.toContain("hello");

    await page.reload();
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe("hello Noor");
    await openThread(page, "Mina");
    await page.getByTestId("unsent-reason").getByText("cannot be reached").waitFor();
    expect(await page.getByTestId("unsent-text").innerText()).toBe("hello Mina");
    await page.unrouteAll();
    await page.getByTestId("unsent-retry").click();
    await page.locator('[data-testid="message"][data-id="2"]').waitFor();
    await page.getByTestId("unsent").waitFor({ state: "detached" });
    await expect.poll(() => row(page, "Mina").getByTestId("unsent-mark").count()).toBe(0);
    await expect.poll(() => page.title()).not.toContain("not sent");
    await expect.poll(() => textsOf(host)).toEqual(["hello Mina"]);
    expect(await entriesIn(page)).toHaveLength(1);

    // The question on signing out disappears with its text, so that a later text does not bring it back.
    const question = page.getByTestId("sign-out-confirm");
    await page.getByTestId("sign-out").click();
    await question.waitFor();
    await openThread(page, "Noor");
    await field(page).press("Enter");
    await arrived(page, "hello Noor");
    await question.waitFor({ state: "detached" });
    await field(page).press("a");
    await page.keyboard.press("Space");
    await page.keyboard.press("b");
    expect(await field(page).inputValue()).toBe("a b");
    expect(await question.count()).toBe(0);
  });
});
