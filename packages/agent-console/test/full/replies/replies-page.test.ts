import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { field, openThread, textsOf, visitor } from "../../support/browser/unsent.ts";
import { codeOf } from "../../support/accounts/people.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

async function addReply(page: Page, shortcut: string, text: string, whose = "me"): Promise<void> {
  await page.getByTestId("reply-add-shortcut").fill(shortcut);
  await page.getByTestId("reply-add-text").fill(text);
  await page.getByTestId("reply-add-for").selectOption(whose);
  await page.getByTestId("reply-add-save").click();
  await page.locator(`[data-testid="reply"][data-shortcut="${shortcut}"]`).waitFor();
}

describe("canned replies", { timeout: 120_000 }, () => {
  it("are added and changed on their page, and inserted with a slash, arrows and Enter", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    await host.visitor({ sender: { id: 2 }, message: { type: "text", text: "hi" } });
    const page = await pages.signedIn(host.url);
    await page.getByTestId("place-replies").click();
    await addReply(page, "hello", "Hello {{visitor.name}}, this is {{agent.name}}.");
    await addReply(page, "hours", "We are open from 9 to 5.", "everyone");
    await page.getByTestId("reply-add-shortcut").fill("HOURS");
    await page.getByTestId("reply-add-text").fill("{{vistor.name}}");
    await page.getByTestId("reply-add-unknown").getByText("vistor.name").waitFor();
    await page.getByTestId("reply-add-for").selectOption("everyone");
    await page.getByTestId("reply-add-save").click();
    await page.getByTestId("reply-add-save-problem").getByText("has this shortcut").waitFor();
    await page.reload();
    expect(await page.getByTestId("reply-add-text").inputValue()).toBe("{{vistor.name}}");
    await page.getByTestId("not-saved-undo").click();
    await page.locator('[data-shortcut="hours"]').getByTestId("reply-edit").click();
    await page.getByTestId("reply-edit-text").fill("We are open from 9 to 6.");
    await page.getByTestId("reply-edit-save").click();
    await page.getByTestId("reply").getByText("9 to 6").waitFor();

    await page.getByTestId("place-inbox").click();
    await openThread(page, "Mina");
    await field(page).pressSequentially("/h");
    await expect.poll(() => page.getByTestId("reply-option").count()).toBe(2);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    expect(await field(page).inputValue()).toBe("Hello Mina, this is Ada.");
    expect(await page.getByTestId("reply-menu").count()).toBe(0);
    await page.keyboard.type(" /hou");
    await page.getByTestId("reply-option").click();
    await page.keyboard.type("\u00a0See https://shop.example/h");
    expect(await page.getByTestId("reply-menu").count()).toBe(0);
    await page.getByTestId("emoji-open").click();
    await page.getByTestId("emoji-search").fill("thumbs up");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => textsOf(host))
      .toEqual([
        "Hello Mina, this is Ada. We are open from 9 to 6.\u00a0See https://shop.example/h👍",
      ]);

    await openThread(page, "Visitor ");
    await field(page).pressSequentially("/hello");
    await page.keyboard.press("Escape");
    expect(await page.getByTestId("reply-menu").count()).toBe(0);
    await page.keyboard.type(" /hello");
    await page.keyboard.press("Tab");
    expect(await field(page).inputValue()).toBe("/hello Hello, this is Ada.");
  });

  it("are at most 200 of an agent, and 200 of all agents", async () => {
    const { client } = await start();
    await client.signIn();
    for (let number = 0; number < 200; number += 1) {
      await client.ask("POST", "/replies", { shortcut: `r${number}`, text: "x" });
    }
    const one = { shortcut: "last", text: "x" };
    const refused = await client.ask("POST", "/replies", one);
    expect([refused.status, codeOf(refused)]).toEqual([409, 40998]);
    expect((await client.ask("POST", "/replies", { ...one, shared: true })).status).toBe(201);
  });
});
