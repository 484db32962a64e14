import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  arrived,
  entriesIn,
  field,
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
const open = () => openScene(start, pages);

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
    await openThread(page, "Noor");
    await page.reload();
    await row(page, "Mina").getByTestId("unsent-mark").getByText("Draft").waitFor();
    // The form is open, and stands in the composer's place.
    await row(page, "Mina").click();
    await page.getByTestId("media-type").waitFor();
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
    await openThread(page, "Noor");
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
    await openThread(page, "Mina");
    expect(await field(page).inputValue()).toBe("a draft for Mina");
  });

  it("stays when signing out fails, which is told", async () => {
    const { page } = await open();
    await field(page).fill("a draft for Mina");
    await page.route("**/auth/sign-out", reset);
    await page.getByTestId("sign-out").click();
    await page.getByTestId("sign-out-confirm").click();
    await page.getByTestId("sign-out-problem").getByText("Sign-out failed").waitFor();
    expect(await field(page).inputValue()).toBe("a draft for Mina");
  });

  it("is deleted only after a second click, and its buttons leave the focus where the agent goes on", async () => {
    const { page } = await open();
    const held = await holdSends(page, async () => undefined);
    await write(page, "hello Mina");
    held.release((route) => route.fulfill({ status: 400, json: { error: { message: "No." } } }));
    await page.getByTestId("unsent-retry").click();
    expect(await focused(page)).toBe("unsent");
    await page.getByTestId("unsent-discard").click();
    expect(await page.getByTestId("unsent").count()).toBe(1);
    await page.getByTestId("unsent-edit").click();
    expect([await focused(page), await field(page).inputValue()]).toEqual([
      "composer-text",
      "hello Mina",
    ]);
    await page.getByTestId("sign-out").click();
    await page.getByTestId("sign-out-cancel").click();
    expect(await focused(page)).toBe("sign-out");
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
    expect(await page.title()).toBe("(2) Not saved · My account · Parley");
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

  it("undoes to what was saved last, a select too, and is dropped with its channel", async () => {
    const { host, page } = await open();
    const acknowledge = page.getByTestId("knob-acknowledge");
    await page.goto(`${host.url}/console#/channel/shop`);
    await acknowledge.selectOption("affirmative");
    await page.getByTestId("channel-save").click();
    await page.getByTestId("channel-save-status").getByText("Saved.").waitFor();
    await page.getByTestId("channel-url-field").fill("https://mistake.example/in");
    expect(await page.getByTestId("channel-save-status").innerText()).toBe("");
    await page.getByTestId("not-saved-undo").click();
    expect(await acknowledge.inputValue()).toBe("affirmative");
    expect(await page.getByTestId("channel-save-status").innerText()).toBe("");
    await page.getByTestId("channel-save").click();
    await page.getByTestId("channel-save-status").getByText("Saved.").waitFor();
    expect(await host.gateway.channels.find("shop")).toMatchObject({
      knobs: { acknowledge: "affirmative" },
    });

    await page.getByTestId("knob-typing").selectOption("off");
    await page.getByTestId("place-people").click();
    const named = page.getByTestId("unsent-form");
    expect(await named.innerText()).toContain("Channel ⁨shop⁩");
    await named.getByRole("link").click();
    await named.waitFor({ state: "detached" });
    await page.getByTestId("channel-remove").click();
    await page.getByTestId("channel-remove-confirm").click();
    await expect.poll(() => page.title()).toBe("(2) Channels · Parley");
    expect(await entriesIn(page)).toEqual([]);
  });

  it("of one channel in two tabs holds the changes of both", async () => {
    const { host, page } = await open();
    const other = await page.context().newPage();
    for (const each of [page, other]) {
      await each.goto(`${host.url}/console#/channel/shop`);
      await each.getByTestId("channel-url-field").waitFor();
    }
    await page.getByTestId("knob-typing").selectOption("off");
    await expect.poll(() => other.getByTestId("knob-typing").inputValue()).toBe("off");
    await other.getByTestId("knob-media").selectOption("lenient");
    await expect.poll(() => page.getByTestId("knob-media").inputValue()).toBe("lenient");
    await page.getByTestId("channel-save").click();
    await page.getByTestId("channel-save-status").getByText("Saved.").waitFor();
    expect(await host.gateway.channels.find("shop")).toMatchObject({
      knobs: { typing: "off", media: "lenient" },
    });
    await other.getByTestId("not-saved").waitFor({ state: "detached" });
  });
});

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("data-testid") ?? null);
}

/** The page's heap as text. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot");
  return chunks.join("");
}
