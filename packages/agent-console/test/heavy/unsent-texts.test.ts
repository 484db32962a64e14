import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleClient } from "../support/console-client.ts";
import type { ConsoleHost } from "../support/console-host.ts";
import { accountOf, joined, longPassword } from "../support/people.ts";
import { onlyConversation } from "../support/reading.ts";
import {
  entriesIn,
  field,
  goOn,
  holdSends,
  keptIn,
  reset,
  row,
  textsOf,
  visitor,
} from "../support/unsent.ts";
import { useConsole } from "../support/use-console.ts";
import { typeIn, usePages } from "../support/use-pages.ts";

const start = useConsole();
const pages = usePages();
const ben = { email: "ben@parley.example", password: longPassword };
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

interface Scene {
  readonly host: ConsoleHost;
  readonly client: ConsoleClient;
  readonly page: Page;
}

/** Two visitors, and an agent who has the first one's conversation open, in a browser without secure context. */
async function open(credentials?: typeof ben): Promise<Scene> {
  const { host, client } = await start();
  await client.signIn();
  if (credentials !== undefined) await joined(host, client);
  await visitor(host, 1, "Mina");
  await visitor(host, 2, "Noor");
  const page = await pages.open(host.url);
  await page.addInitScript(() => {
    Object.defineProperty(crypto, "subtle", { value: undefined });
    Object.defineProperty(crypto, "randomUUID", { value: undefined });
    Object.defineProperty(navigator, "locks", { value: undefined });
  });
  await page.goto(`${host.url}/console`);
  await typeIn(page, credentials);
  await row(page, "Mina").click();
  await field(page).waitFor();
  return { host, client, page };
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
}

const arrived = (page: Page, text: string) =>
  page.getByTestId("message").filter({ hasText: text }).waitFor();

describe("a send that fails after 1.5 s", { timeout: 120_000 }, () => {
  it.each([
    ["is reset", reset, "cannot be reached"],
    ["is answered 503", (route: Route) => route.fulfill({ status: 503 }), "could not do this"],
  ] as const)("and %s is told, wherever the agent is by then", async (_, end, reason) => {
    const { host, page } = await open();
    const held = await holdSends(page, () => seconds(1.5));
    held.release(end);
    await write(page, "hello Mina");
    await page.getByTestId("place-people").click();
    await page.getByTestId("unsent-count").getByText("1 not sent").waitFor();
    expect(await page.title()).toBe("1 not sent · People · Parley");
    await page.getByTestId("place-inbox").click();
    await row(page, "Mina").getByTestId("unsent-mark").getByText("Not sent").waitFor();
    await row(page, "Mina").click();
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

      // Somebody else at the same browser.
      await typeIn(page);
      expect(await keptIn(page)).not.toContain("Mina");
      expect(await entriesIn(page)).toHaveLength(2);
      expect(await page.getByTestId("unsent-mark").count()).toBe(0);
      await row(page, "Mina").click();
      expect(await field(page).inputValue()).toBe("");
      await page.getByTestId("sign-out").click();
      await page.getByTestId("sign-in-email").waitFor();

      await page.unrouteAll();
      await typeIn(page, ben);
      await row(page, "Mina").click();
      await arrived(page, "hello Mina");
      expect(await field(page).inputValue()).toBe("a draft for Mina");
      await page.getByTestId("unsent").waitFor({ state: "detached" });
      await expect.poll(() => textsOf(host)).toEqual(["hello Mina"]);
    },
  );
});

describe("what is written", { timeout: 120_000 }, () => {
  it("is kept from the first key, in a form for files as well, and the page asks back before it is left", async () => {
    const { page } = await open();
    const asked: string[] = [];
    page.on("dialog", (dialog) => asked.push(dialog.type()));
    await page.reload();
    expect(asked).toEqual([]);
    await field(page).press("a");
    await page.reload();
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe("a");
    expect(asked).toEqual(["beforeunload"]);
    await page.getByTestId("media-open").click();
    await page.getByTestId("media-type").selectOption("document");
    await page.getByTestId("media-url").fill("https://files.example/a.pdf");
    await page.getByTestId("media-size").fill("12");
    await row(page, "Noor").click();
    await page.reload();
    await row(page, "Mina").getByTestId("unsent-mark").getByText("Draft").waitFor();
    await row(page, "Mina").click();
    expect(await page.getByTestId("media-type").inputValue()).toBe("document");
    expect(await page.getByTestId("media-url").inputValue()).toBe("https://files.example/a.pdf");
    await page.getByTestId("media-file-name").fill("a.pdf");
    await page.getByTestId("media-send").click();
    await page.getByTestId("media-name").getByText("a.pdf").waitFor();
    expect(await field(page).inputValue()).toBe("a");
  });

  it("is shared by two tabs, and what both send at once arrives once", async () => {
    const { host, page } = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await field(other).waitFor();
    await field(page).fill("from one tab");
    await expect.poll(() => field(other).inputValue()).toBe("from one tab");
    await field(other).fill("from both tabs");
    await expect.poll(() => field(page).inputValue()).toBe("from both tabs");
    await Promise.all([field(page).press("Enter"), field(other).press("Enter")]);
    for (const each of [page, other]) {
      await arrived(each, "from both tabs");
      await each.getByTestId("unsent").waitFor({ state: "detached" });
      await expect.poll(() => field(each).inputValue()).toBe("");
      expect(await each.getByTestId("message").count()).toBe(2);
    }
    expect(textsOf(host)).toEqual(["from both tabs"]);
    await expect.poll(() => entriesIn(page)).toEqual([]);
  });

  it("is deleted at the next contact once its conversation was erased, and that is told", async () => {
    const { host, client, page } = await open();
    const held = await holdSends(page);
    await write(page, "hello Mina");
    held.release(reset);
    await page.getByTestId("unsent-reason").waitFor();
    await field(page).fill("a draft for Mina");
    await row(page, "Noor").click();
    await field(page).fill("a draft for Noor");
    await page.unrouteAll();
    const list = await client.ask<{ conversations: { id: string; visitor: { name: string } }[] }>(
      "GET",
      "/conversations",
    );
    const mina = list.body.conversations.find((each) => each.visitor.name === "Mina")?.id ?? "";
    expect(await host.gateway.conversations.erase(mina)).toBe(true);
    host.cut();
    await page.getByTestId("unsent-gone").getByText("was erased").waitFor();
    expect((await entriesIn(page)).filter((name) => !name.includes("draft"))).toEqual([]);
    expect(await entriesIn(page)).toHaveLength(1);
    expect(await field(page).inputValue()).toBe("a draft for Noor");
  });

  it("cannot be read by anybody after signing out: the key is gone from the browser", async () => {
    const { client, page } = await open();
    const { key } = (await client.ask<{ key: string }>("GET", "/me/unsent-key")).body;
    await field(page).fill("a draft for Mina");
    expect(await onlyConversation(client)).not.toBe("");
    await page.getByTestId("sign-out").click();
    await page.getByTestId("sign-out-confirm").click();
    await page.getByTestId("sign-in-email").waitFor();
    expect(await entriesIn(page)).toHaveLength(1);
    const heap = await heapOf(page);
    expect(heap).toContain("sign-in-email");
    expect(heap).not.toContain(key);
    expect(`${await keptIn(page)}${JSON.stringify(await page.context().cookies())}`).not.toContain(
      key,
    );
    await typeIn(page);
    await row(page, "Mina").click();
    expect(await field(page).inputValue()).toBe("a draft for Mina");
    expect((await accountOf(client)).name).toBe("Ada");
  });

  it("stays when signing out fails, which is told", async () => {
    const { page } = await open();
    await field(page).fill("a draft for Mina");
    await page.route("**/auth/sign-out", reset);
    await page.getByTestId("sign-out").click();
    await page.getByTestId("sign-out-confirm").click();
    await page.getByTestId("sign-out-problem").getByText("Not signed out").waitFor();
    expect(await field(page).inputValue()).toBe("a draft for Mina");
  });
});

describe("a form", { timeout: 120_000 }, () => {
  it("keeps what was typed when its page is left, its call fails, or the session ends; never a password", async () => {
    const { host, client, page } = await open();
    await page.goto(`${host.url}/console#/add-channel`);
    await page.getByTestId("channel-id-field").fill("other");
    await page.getByTestId("channel-url-field").fill("https://other.example/in");
    await page.getByTestId("knob-media").selectOption("lenient");
    await page.route("**/api/channels", reset);
    await page.getByTestId("channel-add-submit").click();
    await page.getByTestId("place-people").click();
    await page.getByTestId("invite-email").fill("new@parley.example");
    await page.getByTestId("account-name").click();
    await page.getByTestId("current-password").fill("a secret to type");
    await page.getByTestId("account-name-field").fill("Ada L.");
    expect(await page.title()).toBe("Not saved · My account · Parley");
    expect(await entriesIn(page)).toHaveLength(3);
    await client.ask("DELETE", "/sessions");
    await page.getByTestId("sign-in-email").waitFor();
    await page.unrouteAll();
    await typeIn(page);

    await page.getByTestId("account-name-field").waitFor();
    expect(await page.getByTestId("account-name-field").inputValue()).toBe("Ada L.");
    expect(await page.getByTestId("current-password").inputValue()).toBe("");
    await page.getByTestId("account-name-save").click();
    await page.getByTestId("not-saved").waitFor({ state: "detached" });
    await page.getByTestId("place-people").click();
    await expect.poll(() => page.getByTestId("invite-email").inputValue()).toContain("new@");
    await page.getByTestId("not-saved-undo").click();
    expect(await page.getByTestId("invite-email").inputValue()).toBe("");
    await page.goto(`${host.url}/console#/add-channel`);
    await page.getByTestId("not-saved").getByText("cannot be reached").waitFor();
    expect(await page.getByTestId("knob-media").inputValue()).toBe("lenient");
    await page.getByTestId("channel-add-submit").click();
    await page.getByTestId("issued").waitFor();
    expect(await host.gateway.channels.find("other")).toMatchObject({
      knobs: { media: "lenient" },
    });
    expect(await entriesIn(page)).toEqual([]);
  });
});

/** Everything that lives in the page's memory, as text. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot");
  return chunks.join("");
}
