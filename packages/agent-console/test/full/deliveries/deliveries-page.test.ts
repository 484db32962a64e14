import type { TransportResult } from "@parley/core";
import { describe, expect, it } from "vitest";
import type { ConsoleClient } from "../../support/console-client.ts";
import { answer, ok } from "../../support/console-host.ts";
import { onlyConversation, text } from "../../support/browser/reading.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const words = '<img src=x onerror="__pwned()"> closed today';
const closed = answer(200, { error: { code: 7, message: words } });

async function write(client: ConsoleClient, id: string, what: string): Promise<void> {
  await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: what });
}

describe("the pages of deliveries", { timeout: 120_000 }, () => {
  it("list what fails as it fails, show what came back, and try it again", async () => {
    const answers = [closed];
    const { host, client } = await start({ post: async () => answers.shift() ?? ok });
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    const page = await pages.signedIn(host.url);
    await page.getByTestId("place-deliveries").click();
    await page.getByTestId("no-deliveries").waitFor();
    await write(client, id, "hi");
    const row = page.getByTestId("delivery");
    await row.getByText("refused it").waitFor();
    expect(await row.innerText()).toContain(words);
    await row.click();
    expect(await page.getByTestId("delivery-description").textContent()).toContain(words);
    const attempt = page.getByTestId("attempt");
    await attempt.getByText("1. Refused with an error (HTTP 200)").waitFor();
    expect(await attempt.getByTestId("attempt-description").textContent()).toContain(words);

    await page.getByTestId("delivery-retry").click();
    await page.getByTestId("delivery-again").getByRole("link").click();
    await page.locator('[data-testid="delivery-state"][data-state="delivered"]').waitFor();
    await page.getByTestId("attempt").getByText("1. Acknowledged (HTTP 200)").waitFor();
    expect(await page.getByTestId("delivery-retry").count()).toBe(0);
    await page.getByTestId("place-deliveries").click();
    await page.getByTestId("no-deliveries").waitFor();
    const sent = host.sent.map(({ message }) => (message as { text?: string }).text);
    expect(sent).toEqual(["hi", "hi"]);
  });

  it("show every attempt as it ends, with its answer", async () => {
    const answers = [answer(503, {}), answer(200, { body: "thanks" })];
    const { host, client } = await start({ post: async () => answers.shift() ?? ok });
    await client.signIn();
    await host.visitor(text(1, "hello"));
    await write(client, await onlyConversation(client), "hi");
    const page = await pages.signedIn(host.url);
    await page.getByTestId("place-deliveries").click();
    await page.getByTestId("tab-waiting").click();
    await page.getByTestId("delivery").click();
    await page.locator('[data-testid="delivery-state"][data-state="delivered"]').waitFor();
    const ended = await page.getByTestId("attempt").locator("strong").allInnerTexts();
    expect(ended).toEqual([
      "1. Answered with an HTTP error (HTTP 503)",
      "2. Answered, but with no acknowledgement (HTTP 200)",
      "3. Acknowledged (HTTP 200)",
    ]);
  });

  it("list what waits, and no more once it has arrived", async () => {
    let arrive: (result: TransportResult) => void = () => undefined;
    const held = new Promise<TransportResult>((resolve) => (arrive = resolve));
    const { host, client } = await start({ post: () => held });
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    const page = await pages.signedIn(host.url);
    await page.getByTestId("place-deliveries").click();
    await page.getByTestId("tab-waiting").click();
    await page.getByTestId("no-deliveries").waitFor();
    await write(client, id, "hi");
    await page.locator('[data-testid="delivery"][data-state="waiting"]').waitFor();
    arrive(ok);
    await page.getByTestId("no-deliveries").waitFor();
    await page.getByTestId("tab-dead-letters").click();
    await page.getByTestId("no-deliveries").getByText("visitor messages").waitFor();
  });

  it("lead to the conversation of a delivery", async () => {
    const { host, client } = await start({ post: async () => closed });
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    await write(client, id, "hi");
    const page = await pages.signedIn(host.url);
    await page.getByTestId("place-deliveries").click();
    await page.getByTestId("delivery").click();
    await page.getByRole("link", { name: "Open the conversation" }).click();
    await page.getByTestId("failure-description").getByText(words).waitFor();
    expect(await page.getByTestId("thread").getAttribute("data-id")).toBe(id);
  });
});
