import { describe, expect, it } from "vitest";
import type { ConsoleClient } from "../../support/console-client.ts";
import { answer, type ConsoleHost } from "../../support/console-host.ts";
import { accountOf, invited, joined } from "../../support/accounts/people.ts";
import { onlyConversation } from "../../support/browser/reading.ts";
import { until, useConsole } from "../../support/use-console.ts";
import { faultsOf } from "../../support/browser/page-faults.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();
const widths = [1_280, 720, 390, 320];
const long = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft";

/** A console in which everything is as long as possible. Returns its pages, and what to wait for on each. */
async function furnish(
  host: ConsoleHost,
  client: ConsoleClient,
): Promise<readonly (readonly [address: string, mark: string])[]> {
  await client.signIn();
  await client.ask("PATCH", "/me", { name: long });
  await client.ask("PUT", "/presence", { available: true });
  const other = await joined(host, client, "agent", `${long.slice(0, 60)}@subsidiary.example`);
  await client.ask("PATCH", `/people/${(await accountOf(other)).id}`, { name: long });
  await invited(client, "agent", `${long.slice(0, 50)}@parley.example`);
  const chatApiUrl = `https://${long.slice(0, 60).toLowerCase()}.example/${long}/{channel}`;
  await client.ask("POST", "/channels", { id: long.slice(0, 64), chatApiUrl });
  await host.visitor({
    sender: { id: 1, name: long, invite: long },
    message: { type: "text", text: long },
  });
  const id = await onlyConversation(client);
  for (const shared of [true, false]) {
    await client.ask("POST", "/replies", { shortcut: long.slice(0, 40), text: long, shared });
  }
  await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: long });
  const failed = await until(async () => {
    const { body } = await client.ask<{ deliveries: { id: string }[] }>(
      "GET",
      "/deliveries?state=failed",
    );
    return body.deliveries[0]?.id;
  });
  return [
    ["", "conversation"],
    [`c/${id}`, "message"],
    ["account", "session"],
    ["replies", "reply"],
    ["people", "person"],
    ["settings", "always-show-media"],
    ["channels", "channel"],
    ["add-channel", "channel-id-field"],
    [`channel/${long.slice(0, 64)}`, "channel-save"],
    ["deliveries/failed", "delivery"],
    ["deliveries/waiting", "no-deliveries"],
    ["deliveries/dead-letters", "no-deliveries"],
    [`delivery/${encodeURIComponent(failed)}`, "attempt"],
  ];
}

describe("every page", { timeout: 120_000 }, () => {
  it.each(widths)("fits a window of %i points, and names its fields and buttons", async (width) => {
    const description = `${long} `.repeat(5);
    const { host, client } = await start({
      post: async () => answer(200, { error: { code: 1, message: description } }),
    });
    const places = await furnish(host, client);
    const page = await pages.signedIn(host.url);
    await page.setViewportSize({ width, height: 800 });
    const found: Record<string, readonly string[]> = {};
    for (const [address, mark] of places) {
      await page.goto(`${host.url}/console/#/${address}`);
      await page.getByTestId(mark).first().waitFor();
      // On a phone an open conversation fills the window.
      await page.locator(".top-bar > .account").waitFor({ state: "attached" });
      found[address] = await faultsOf(page);
      if (mark === "message") {
        await page.getByTestId("media-open").click();
        await page.getByTestId("media-send").click();
        found["the form for files"] = await faultsOf(page);
        await page.getByTestId("media-cancel").click();
        await page.getByTestId("composer-text").fill("/");
        await page.getByTestId("reply-option").first().waitFor();
        found["the list of replies"] = await faultsOf(page);
        await page.keyboard.press("Escape");
        await page.getByTestId("emoji-open").click();
        found["the emoji"] = await faultsOf(page);
        await page.keyboard.press("Escape");
        await page.getByTestId("composer-text").fill(`${long} `.repeat(15));
        found["a long text"] = await faultsOf(page);
        await page.getByTestId("composer-text").fill(`${long} `.repeat(14));
        await page.goto(`${host.url}/console/#/`);
        await page.getByTestId("unsent-mark").waitFor();
        found["a draft in the list"] = await faultsOf(page);
        const row = await page.getByTestId("conversation").boundingBox();
        if ((row?.height ?? 0) > 100) found["a draft in the list"] = ["its row is high"];
        await page.goto(`${host.url}/console/#/${address}`);
        await page.getByTestId("composer-text").fill("");
      }
      if (address === "people") {
        await page.getByTestId("person-password-link").first().click();
        await page.getByTestId("password-link").waitFor();
        await page.getByTestId("person-disable").first().click();
        found["people, a link made"] = await faultsOf(page);
      }
      if (mark === "channel-save") {
        await page.getByTestId("channel-rotate").click();
        await page.getByTestId("channel-sign").click();
        await page.getByTestId("signing-key").waitFor();
        await page.getByTestId("channel-remove").click();
        found["channel, its secrets shown"] = await faultsOf(page);
      }
    }
    const guest = await pages.open(host.url);
    await guest.setViewportSize({ width, height: 800 });
    const token = await invited(client, "agent", "guest@parley.example");
    for (const [address, mark] of [
      ["", "sign-in-email"],
      [`join/${token}`, "join-name"],
      ["join/nothing", "signed-out-problem"],
      ["password/nothing", "signed-out-problem"],
    ] as const) {
      await guest.goto(`${host.url}/console/#/${address}`);
      await guest.getByTestId(mark).waitFor();
      found[`guest: ${mark}`] = await faultsOf(guest);
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
  });
});
