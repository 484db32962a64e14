import { type Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { conversations, text } from "../../support/browser/reading.ts";
import { usePages } from "../../support/browser/use-pages.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();

/** Four visitors with a few messages, and a page that shows them. */
async function open(width = 1_280): Promise<{ readonly page: Page; readonly id: string }> {
  const { host, client } = await start();
  await client.signIn();
  const profile = { name: "Żaneta Wróbel", email: "zaneta@example.org" };
  await host.visitor({ sender: { id: 1, ...profile }, message: { type: "text", text: "Hello" } });
  await host.visitor(text(2, `${"Good morning. ".repeat(20)}Where is my ПОСЫЛКА?`));
  await host.visitor(text(3, "אני מחפש את ההזמנה"));
  await host.visitor(text(4, "<b>bold</b> & 100%"));
  const page = await pages.signedIn(host.url);
  await page.setViewportSize({ width, height: 800 });
  const found = (await conversations(client)).conversations;
  const id = found.find(({ visitor }) => visitor.id === "2")?.id ?? "";
  return { page, id };
}

const field = (page: Page) => page.getByTestId("search-field");
const hits = (page: Page) => page.getByTestId("search-hit");
const ends = (box: { x: number; y: number; width: number; height: number } | null) => ({
  x: (box?.x ?? 0) + (box?.width ?? 0),
  y: (box?.y ?? 0) + (box?.height ?? 0),
});
const status = (page: Page) => page.getByTestId("search-status");

/** Whether the message that was looked for is in the box that scrolls. */
const isInSight = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const box = document.querySelector(".messages")?.getBoundingClientRect();
    const message = document
      .querySelector('.message[aria-current="true"]')
      ?.getBoundingClientRect();
    if (box === undefined || message === undefined) return false;
    return message.top >= box.top && message.bottom <= box.bottom;
  });

describe("the search above the list", { timeout: 120_000 }, () => {
  it("shows people and messages with what was searched for, and opens their conversation", async () => {
    const { page, id } = await open();
    await page.keyboard.press("/");
    await page.keyboard.type("посыл");
    await hits(page).waitFor();
    expect(await page.getByTestId("search-match").allTextContents()).toEqual(["ПОСЫЛ"]);
    expect(await status(page).textContent()).toBe("1 result");
    const match = await page.getByTestId("search-match").boundingBox();
    const line = await page.locator(".search-results .conversation-summary").boundingBox();
    const [inner, outer] = [ends(match), ends(line)];
    expect([inner.x <= outer.x, inner.y <= outer.y]).toEqual([true, true]);
    await hits(page).click();
    await page.getByTestId("message-text").waitFor();
    expect(page.url()).toContain(`#/c/${id}`);
    await field(page).fill("żaneta");
    await page.getByRole("heading", { name: "People" }).waitFor();
    expect(await hits(page).count()).toBe(1);
    await field(page).press("Escape");
    await page.getByTestId("conversation").first().waitFor();
    expect([await field(page).inputValue(), await hits(page).count()]).toEqual(["", 0]);
  });

  it("says when nothing is found, when it fails, and finds it then", async () => {
    const { page } = await open(390);
    await field(page).fill('nobody " % \\ 🎉');
    await page.getByText("Nothing found.").waitFor();
    await page.route("**/api/search*", (route) => route.abort());
    await field(page).fill("<b>bold");
    await page.getByTestId("search-again").waitFor();
    expect(await status(page).textContent()).toContain("The search failed.");
    await page.unroute("**/api/search*");
    await page.getByTestId("search-again").click();
    await hits(page).waitFor();
    expect(await hits(page).first().textContent()).toContain("<b>bold</b>");
    await field(page).fill("x".repeat(10_000));
    await page.getByText("Nothing found.").waitFor();
    await page.getByTestId("search-clear").click();
    await page.getByTestId("conversation").first().waitFor();
  });

  it("opens a conversation at the message that was found, also 2,000 messages up", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, "The very first lamp"));
    for (let count = 1; count <= 2_000; count += 1) await host.visitor(text(1, `line ${count}`));
    const page = await pages.signedIn(host.url);
    await field(page).fill("very first");
    await hits(page).click();
    const found = page.locator('.message[aria-current="true"]');
    await found.getByText("The very first lamp").waitFor();
    await expect.poll(() => isInSight(page), { timeout: 20_000 }).toBe(true);
    // The same message by its address, and then one below.
    await page.reload();
    await expect.poll(() => isInSight(page), { timeout: 20_000 }).toBe(true);
    await field(page).fill("line 1990");
    await hits(page).click();
    await found.getByText("line 1990").waitFor();
    await expect.poll(() => isInSight(page), { timeout: 20_000 }).toBe(true);
  });

  it("offers every visitor in the palette, not only those who wrote last", async () => {
    const { host } = await start();
    await host.visitor({
      sender: { id: "first", name: "Zofia" },
      message: { type: "text", text: "I was here first" },
    });
    for (let id = 1; id <= 40; id += 1) await host.visitor(text(id, "hello"));
    const page = await pages.signedIn(host.url);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("zofia");
    await page.getByTestId("palette-option").getByText("Zofia").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("I was here first").first().waitFor();
  });
});
