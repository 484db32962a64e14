import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { field, row, textsOf } from "../../support/browser/unsent.ts";
import { faultsOf } from "../../support/browser/page-faults.ts";
import { usePages } from "../../support/browser/use-pages.ts";
import { beside, handOver } from "../../support/beside.ts";
import { until, useConsole } from "../../support/use-console.ts";

const start = useConsole();
const pages = usePages();

const says = (id: string, name: string, words: string) => ({
  sender: { id, name },
  message: { type: "text", text: words },
});

/** A console that may read what `sales` answers, and not what `support` does; and a page of it. */
async function besideOthers(options: Parameters<typeof beside>[0] = {}) {
  const others = beside(options);
  const { host, client } = await start({ router: others.router });
  await client.signIn();
  await host.visitor(says("a", "Ann", "hello desk"));
  await host.visitor(says("b", "for sales", "hello sales"));
  await host.visitor(says("c", "for support", "hello support"));
  const { items } = await host.gateway.conversations.list({ before: null, limit: 9 });
  const idOf = (visitor: string) =>
    items.find(({ visitorKey }) => visitorKey === visitor)?.id ?? "";
  const ids = { own: idOf("a"), ofSales: idOf("b"), ofSupport: idOf("c") };
  const page = await pages.signedIn(host.url);
  const give = (id: string, backend: string | null, why: string | null = null) =>
    handOver(host.gateway, id, backend, why);
  return { ...others, ...ids, host, client, page, give };
}

const answeredBy = (page: Page) => page.getByTestId("read-only").getByTestId("answered-by");
const announced = (page: Page, words: string) =>
  page.getByTestId("thread-announcer").getByText(words).waitFor({ state: "attached" });

async function open(page: Page, id: string): Promise<void> {
  await page.locator(`[data-testid="conversation"][data-id="${id}"]`).click();
  await page.getByTestId("message").first().waitFor();
}

describe("a conversation of another agent app", { timeout: 120_000 }, () => {
  it("is marked in the list, and read-only: one sentence says who answers it", async () => {
    const { page, host, own, ofSales, sales } = await besideOthers();
    await row(page, "for sales").waitFor();
    expect(await page.getByTestId("conversation").count()).toBe(2);
    const mark = row(page, "for sales").getByTestId("owner-mark");
    expect((await mark.textContent())?.trim()).toBe("answered by sales");
    expect(await row(page, "Ann").getByTestId("owner-mark").count()).toBe(0);
    expect(await row(page, "for sales").getByTestId("unread").count()).toBe(0);
    await open(page, ofSales);
    expect(await answeredBy(page).textContent()).toBe("sales answers this conversation.");
    for (const gone of ["composer-text", "composer-send", "card-erase", "send-again"])
      expect(await page.getByTestId(gone).count(), gone).toBe(0);
    await sales.services.outbox.send({
      conversationId: ofSales,
      idempotencyKey: null,
      sender: { name: "Sal" },
      message: { type: "text", text: "hello from sales" },
    });
    await page.getByTestId("message-text").getByText("hello from sales").waitFor();
    await open(page, own);
    await field(page).waitFor();
    await page.getByTestId("card-erase").waitFor();
    await page.goto(`${host.url}/console#/erase/${ofSales}`);
    await page.getByTestId("erase-page").getByTestId("answered-by").waitFor();
    expect(await page.getByTestId("erase-confirm").count()).toBe(0);
  });

  it("opens from its address, and the arrow keys lead through the list and its messages", async () => {
    const { page, host, ofSales } = await besideOthers();
    await page.goto(`${host.url}/console#/c/${ofSales}`);
    await page.reload();
    await answeredBy(page).waitFor();
    await page.getByTestId("messages").focus();
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("message");
    await row(page, "Ann").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await answeredBy(page).waitFor();
  });

  it("of which there is no right to read does not exist, and its address says so", async () => {
    const { page, host, ofSupport } = await besideOthers();
    await page.goto(`${host.url}/console#/c/${ofSupport}`);
    const moved = page.getByTestId("moved-to");
    await moved.waitFor();
    expect(await moved.textContent()).toContain("Another agent app answers this conversation now.");
    expect(await page.getByText("hello support").count()).toBe(0);
  });
});

it.each([1_280, 720, 390, 320])(
  "all of it fits a window of %i points",
  { timeout: 120_000 },
  async (width) => {
    const { page, client, own, ofSales, give } = await besideOthers();
    const long = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft ";
    await client.ask("PATCH", "/me", { name: long.trim() });
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await row(page, "for sales").getByTestId("owner-mark").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await open(page, ofSales);
    await answeredBy(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(page.url().replace(ofSales, own));
    await field(page).fill(long.repeat(3));
    await give(own, "sales", long.repeat(9));
    await page.getByTestId("owner-line").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await give(own, "support");
    await page.getByTestId("moved-to").waitFor();
    expect(await faultsOf(page)).toEqual([]);
  },
);

describe("an open conversation that moves away", { timeout: 120_000 }, () => {
  it("becomes read-only without a reload, keeps the draft, and is writable again when it comes back", async () => {
    const { page, own, give } = await besideOthers();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, own);
    await field(page).fill("half a sentence");
    await give(own, "sales", "wants to buy");
    await answeredBy(page).waitFor();
    await announced(page, "answers this conversation now.");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN");
    expect(await page.getByTestId("kept-draft").inputValue()).toBe("half a sentence");
    await page.getByTestId("kept-draft-copy").click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("half a sentence");
    const line = page.getByTestId("owner-line");
    expect(await line.textContent()).toMatch(/^Handed over to sales by Grace: wants to buy · /);
    await page.reload();
    await answeredBy(page).waitFor();
    expect(await page.getByTestId("kept-draft").inputValue()).toBe("half a sentence");

    await page.getByTestId("kept-draft").focus();
    await give(own, "desk", "she asked for you");
    await field(page).waitFor();
    await announced(page, "You can answer this conversation now.");
    expect(await field(page).inputValue()).toBe("half a sentence");
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await line.getByText("she asked for you").waitFor();
    expect(await line.last().textContent()).toMatch(/^Handed over by Grace: she asked for you · /);
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Enter");
    await page.getByTestId("message-text").getByText("half a sentence!").waitFor();
  });

  it("to where it may not be read says so, shows no message any more, and keeps the draft", async () => {
    const { page, host, own, give } = await besideOthers();
    await open(page, own);
    await field(page).fill("for later");
    await give(own, "support");
    const moved = page.getByTestId("moved-to");
    await moved.getByText("support").waitFor();
    expect(await page.getByTestId("message").count()).toBe(0);
    await row(page, "Ann").waitFor({ state: "detached" });
    expect(await page.getByTestId("kept-draft").inputValue()).toBe("for later");
    await page.goto(`${host.url}/console`);
    await page.reload();
    await page.getByTestId("unsent-away").getByRole("link").click();
    await moved.getByText("Another agent app").waitFor();
    expect(await page.getByTestId("kept-draft").inputValue()).toBe("for later");
    await give(own, "desk");
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe("for later");
    await row(page, "Ann").waitFor();
  });

  it("in the middle of a send tells that on the message, does not try again, and sends it once it is back", async () => {
    const { page, host, own, give } = await besideOthers();
    await open(page, own);
    let posts = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/conversations/*/messages", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      posts += 1;
      await gate;
      await route.continue();
    });
    await field(page).fill("too late");
    await page.keyboard.press("Enter");
    await until(async () => posts === 1);
    await give(own, "sales");
    await answeredBy(page).waitFor();
    release();
    const reason = page.getByTestId("unsent-reason");
    await reason.getByText("belongs to another agent app").waitFor();
    expect(await page.getByTestId("unsent-retry").count()).toBe(0);
    await page.getByTestId("unsent-copy").waitFor();
    host.cut();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(posts).toBe(1);
    expect(textsOf(host)).toEqual([]);
    await give(own, "desk");
    await page.getByTestId("unsent-retry").click();
    await page.getByTestId("message-text").getByText("too late").waitFor();
    expect(posts).toBe(2);
  });
});

it(
  "a conversation that is handed over appears in the list, with the reason in its thread",
  { timeout: 120_000 },
  async () => {
    const { page, ofSupport, give } = await besideOthers();
    await row(page, "Ann").waitFor();
    await give(ofSupport, "desk", "asks for a human");
    await row(page, "for support").waitFor();
    await page.getByTestId("count-waiting").getByText("2").waitFor();
    await open(page, ofSupport);
    const line = page.getByTestId("owner-line");
    expect(await line.textContent()).toMatch(/^Handed over by Grace: asks for a human · /);
    await field(page).waitFor();
  },
);
