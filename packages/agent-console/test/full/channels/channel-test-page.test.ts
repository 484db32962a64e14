import { describe, expect, it } from "vitest";
import { answer, ok } from "../../support/console-host.ts";
import { text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

describe("the page of a channel", { timeout: 120_000 }, () => {
  it("checks the connection, sends a test message, and says what came back", async () => {
    let answered = ok;
    const { host } = await start({ post: async () => answered });
    const page = await pages.signedIn(host.url);
    await page.goto(`${host.url}/console/#/channel/shop`);
    await page.getByTestId("channel-check").click();
    await page.getByTestId("no-fault").waitFor();
    await page.getByTestId("test-visitor").fill("42");
    await page.getByTestId("test-send").click();
    await page.getByTestId("test-result").getByText("delivered").waitFor();
    expect(host.sent.at(-1)).toMatchObject({ recipient: { id: "42" } });
    answered = answer(404, {});
    await page.getByTestId("test-send").click();
    const problem = page.getByTestId("test-result").getByTestId("finding");
    await problem.getByText("404").waitFor();
    expect(await problem.getAttribute("data-level")).toBe("fault");
  });

  it("lists its recent messages, and leads to erasing a visitor, which takes a typed word", async () => {
    const { host } = await start();
    await host.visitor(text(1, "hello from a visitor"));
    const page = await pages.signedIn(host.url);
    await page.goto(`${host.url}/console/#/channel/shop`);
    const row = page.getByTestId("channel-deliveries").getByTestId("delivery");
    await row.getByText("hello from a visitor").click();
    await page.getByRole("link", { name: "Erase the visitor" }).click();
    await page.getByTestId("erase-confirm").fill("yes");
    await page.getByTestId("erase-submit").click();
    const before = await host.gateway.conversations.list({ before: null, limit: 1 });
    expect(before.items).toHaveLength(1);
    await page.getByTestId("erase-confirm").fill("Erase");
    await page.getByTestId("erase-submit").click();
    await page.getByTestId("erased").waitFor();
    const after = await host.gateway.conversations.list({ before: null, limit: 1 });
    expect(after.items).toHaveLength(0);
  });
});
