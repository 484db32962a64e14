import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { longPassword } from "../support/accounts/people.ts";
import {
  arrived,
  entriesIn,
  field,
  goOn,
  holdSends,
  keptIn,
  openScene,
  openThread,
  reset,
  row,
  textsOf,
  write,
} from "../support/browser/unsent.ts";
import { useConsole } from "../support/use-console.ts";
import { typeIn, usePages } from "../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const ben = { email: "ben@parley.example", password: longPassword };
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));
const open = (credentials?: typeof ben) => openScene(start, pages, credentials);

describe("a send that fails after 1.5 s", { timeout: 120_000 }, () => {
  it.each([
    ["is reset", reset, "cannot be reached"],
    [
      "is answered 503",
      (route: Route) => route.fulfill({ status: 503 }),
      "could not process the request",
    ],
  ] as const)("and %s is told, wherever the agent is by then", async (_, end, reason) => {
    const { host, page } = await open();
    const held = await holdSends(page, () => seconds(1.5));
    held.release(end);
    await write(page, "hello Mina");
    await page.getByTestId("place-people").click();
    await page.getByTestId("unsent-count").getByText("1 not sent").waitFor();
    expect(await page.title()).toBe("(1) 1 not sent · People · Parley");
    await page.getByTestId("place-inbox").click();
    await row(page, "Mina").getByTestId("unsent-mark").getByText("Not sent").waitFor();
    await openThread(page, "Mina");
    await page.getByTestId("unsent-reason").getByText(reason).waitFor();
    await page.getByTestId("unsent-doubt").waitFor();
    await page.unrouteAll();
    await page.getByTestId("unsent-edit").click();
    expect(await field(page).inputValue()).toBe("hello Mina");
    await field(page).press("Enter");
    await arrived(page, "hello Mina");
    await expect.poll(() => textsOf(host)).toEqual(["hello Mina"]);
  });
});

describe("a message that is being sent", { timeout: 120_000 }, () => {
  it("is settled by itself when the network was cut behind it: the gateway has it once", async () => {
    const { host, page } = await open();
    const held = await holdSends(page, (route) => route.fetch());
    await write(page, "hello Mina");
    await expect.poll(() => held.count).toBe(1);
    held.release(reset);
    await page.getByTestId("unsent-reason").waitFor();
    await page.unrouteAll();
    host.cut();
    await page.getByTestId("unsent").waitFor({ state: "detached" });
    await arrived(page, "hello Mina");
    expect(await page.getByTestId("message").filter({ hasText: "hello Mina" }).count()).toBe(1);
    expect(textsOf(host)).toEqual(["hello Mina"]);
  });

  it("arrives by itself when the network was cut before it", async () => {
    const { host, page } = await open();
    await page.context().setOffline(true);
    await write(page, "hello Mina");
    await page.getByTestId("unsent-reason").waitFor();
    await page.context().setOffline(false);
    await page.getByTestId("unsent").waitFor({ state: "detached" });
    await arrived(page, "hello Mina");
    await expect.poll(() => textsOf(host)).toEqual(["hello Mina"]);
  });

  it.each([
    ["the gateway has it already", true],
    ["it has not left yet", false],
  ])("arrives once when the page is reloaded and %s", async (_, has) => {
    const { host, page } = await open();
    const held = await holdSends(page, async (route) => (has ? route.fetch() : undefined));
    await write(page, "hello Mina");
    await write(page, "and more");
    await expect.poll(() => held.count).toBe(1);
    await field(page).fill("a draft");
    await page.unroute("**/conversations/*/messages");
    await page.reload();
    await arrived(page, "and more");
    await page.getByTestId("unsent").waitFor({ state: "detached" });
    expect(await field(page).inputValue()).toBe("a draft");
    await expect.poll(() => textsOf(host)).toEqual(["hello Mina", "and more"]);
    expect(await page.getByTestId("message").count()).toBe(3);
  });

  it("is not mixed with what is written meanwhile, also when it fails", async () => {
    const { host, page } = await open();
    const held = await holdSends(page);
    await write(page, "one");
    await field(page).fill("two");
    held.release(reset);
    await page.getByTestId("unsent-reason").waitFor();
    expect(await page.getByTestId("unsent-text").innerText()).toBe("one");
    expect(await field(page).inputValue()).toBe("two");
    expect(await page.getByTestId("unsent-edit").isDisabled()).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByTestId("unsent").getByText("Waits for the message above").waitFor();
    await page.unrouteAll();
    await page.getByTestId("unsent-retry").click();
    await page.getByTestId("unsent").first().waitFor({ state: "detached" });
    await expect.poll(() => textsOf(host)).toEqual(["one", "two"]);
  });

  it.each([
    ["has reached the gateway", true],
    ["has not", false],
  ])(
    "arrives once, after the next sign-in, when an admin signs the agent out and it %s",
    async (_, has) => {
      const { host, client, page } = await open(ben);
      const held = await holdSends(page, async (route) => (has ? route.fetch() : undefined));
      await write(page, "hello Mina");
      await expect.poll(() => held.count).toBe(1);
      await field(page).fill("a draft for Mina");
      const people = await client.ask<{ people: { id: string; email: string }[] }>(
        "GET",
        "/people",
      );
      const id = people.body.people.find(({ email }) => email === ben.email)?.id;
      await client.ask("DELETE", `/people/${id}/sessions`);
      await page.getByTestId("sign-in-email").waitFor();
      held.release(has ? reset : goOn);
      expect(await page.title()).not.toContain("Sending");
      expect(await page.content()).not.toContain("Mina");

      // Another person in the same browser.
      await typeIn(page);
      expect(await keptIn(page)).not.toContain("Mina");
      expect(await entriesIn(page)).toHaveLength(2);
      expect(await page.getByTestId("unsent-mark").count()).toBe(0);
      await openThread(page, "Mina");
      expect(await field(page).inputValue()).toBe("");
      await page.getByTestId("sign-out").click();
      await page.getByTestId("sign-in-email").waitFor();

      await page.unrouteAll();
      await typeIn(page, ben);
      await openThread(page, "Mina");
      await arrived(page, "hello Mina");
      expect(await field(page).inputValue()).toBe("a draft for Mina");
      await page.getByTestId("unsent").waitFor({ state: "detached" });
      await expect.poll(() => textsOf(host)).toEqual(["hello Mina"]);
    },
  );
});
