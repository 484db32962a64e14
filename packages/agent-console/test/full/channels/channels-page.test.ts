import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleHost } from "../../support/console-host.ts";
import { useConsole } from "../../support/use-console.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

/** Whether the shown address accepts visitors' messages. */
async function isOpen({ gateway }: ConsoleHost, address: string): Promise<boolean> {
  const [, , secret = "", id = ""] = new URL(address).pathname.split("/");
  return (await gateway.inbox.authenticate(id, secret)) !== null;
}

const shown = (page: Page, testId: string) => page.getByTestId(testId).inputValue();

async function toChannel(page: Page, id: string): Promise<void> {
  await page.getByTestId("place-channels").click();
  await page.locator(`[data-testid="channel"][data-id="${id}"]`).click();
  await page.getByTestId("channel-save").waitFor();
}

/** Clicks a button and confirms. */
async function confirm(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).click();
  await page.getByTestId(`${testId}-confirm`).click();
}

describe("the pages of channels", { timeout: 120_000 }, () => {
  it("add a channel with its knobs, and show its addresses once", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    await page.getByTestId("place-channels").click();
    await page.getByTestId("channel-add").click();
    await page.getByTestId("channel-id-field").fill("shop");
    await page.getByTestId("channel-url-field").fill("https://other.example/in");
    await page.getByTestId("knob-acknowledge").selectOption("any-2xx");
    await page.getByTestId("knob-hiddenErrorCodes").fill("7, 12");
    await page.getByTestId("channel-add-submit").click();
    await page.getByTestId("page-problem").waitFor();
    await page.getByTestId("channel-id-field").fill("other");
    await page.getByTestId("channel-add-submit").click();
    await page.getByTestId("issued").waitFor();
    const address = await shown(page, "ingress-url");
    expect(await isOpen(host, address)).toBe(true);
    expect(await shown(page, "status-url")).toBe(`${address}/status`);
    const channel = await host.gateway.channels.find("other");
    expect(channel?.knobs).toMatchObject({
      acknowledge: "any-2xx",
      hiddenErrorCodes: [7, 12],
      media: "strict",
    });
    await toChannel(page, "other");
    expect(await shown(page, "knob-acknowledge")).toBe("any-2xx");
    expect(await shown(page, "knob-hiddenErrorCodes")).toBe("7, 12");
    expect(await page.content()).not.toContain(address.split("/")[4]);
  });

  it("change where its messages go and every knob", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    await toChannel(page, "shop");
    const wanted = {
      acknowledge: "affirmative",
      failureShape: "redeliver",
      typing: "off",
      media: "lenient",
      overflow: "split",
      dedupe: "off",
      transfer: "chunked",
    };
    for (const [knob, value] of Object.entries(wanted)) {
      await page.getByTestId(`knob-${knob}`).selectOption(value);
    }
    await page.getByTestId("channel-url-field").fill("ftp://shop.example/");
    await page.getByTestId("channel-save").click();
    await page.getByTestId("channel-save-problem").waitFor();
    await page.getByTestId("channel-url-field").fill("https://shop.example/{channel}/in");
    await page.getByTestId("channel-save").click();
    await page.getByTestId("channel-save-status").getByText("Saved.").waitFor();
    const channel = await host.gateway.channels.find("shop");
    expect(channel?.chatApiUrl).toBe("https://shop.example/{channel}/in");
    expect(channel?.knobs).toEqual({ ...wanted, hiddenErrorCodes: [] });
  });

  it("give a new address beside the old one, or instead of it when it has leaked", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    await toChannel(page, "shop");
    await page.getByTestId("channel-rotate").click();
    await page.getByTestId("old-address").getByText("works until").waitFor();
    const first = await shown(page, "ingress-url");
    await page.getByTestId("channel-rotate").click();
    await expect.poll(() => shown(page, "ingress-url")).not.toBe(first);
    const second = await shown(page, "ingress-url");
    expect([await isOpen(host, first), await isOpen(host, second)]).toEqual([true, true]);
    await confirm(page, "channel-rotate-now");
    await expect.poll(() => shown(page, "ingress-url")).not.toBe(second);
    const third = await shown(page, "ingress-url");
    expect(await Promise.all([first, second, third].map((each) => isOpen(host, each)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("sign agent messages with a key that is shown once, with a new one, and no more", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    const keys = async () => (await host.gateway.channels.find("shop"))?.signingKeys.length;
    await toChannel(page, "shop");
    await page.getByTestId("channel-sign").click();
    await page.getByTestId("signing-state").getByText("Standard Webhooks").waitFor();
    const key = await shown(page, "signing-key");
    expect(key).toMatch(/^whsec_/);
    await page.getByTestId("channel-sign").click();
    await expect.poll(() => shown(page, "signing-key")).not.toBe(key);
    expect(await keys()).toBe(2);
    await confirm(page, "channel-sign-now");
    await expect.poll(keys).toBe(1);
    await confirm(page, "channel-unsign");
    await page.getByTestId("signing-state").getByText("not signed").waitFor();
    expect(await page.getByTestId("signing-key").count()).toBe(0);
    expect(await keys()).toBe(0);
  });

  it("copy what is shown once, and remove a channel that was asked about", async () => {
    const { host } = await start();
    const page = await pages.signedIn(host.url);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await toChannel(page, "shop");
    await page.getByTestId("channel-rotate").click();
    const address = await shown(page, "ingress-url");
    await page.getByTestId("ingress-url-copy").click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.getByTestId("channel-remove").click();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await isOpen(host, address)).toBe(true);
    await confirm(page, "channel-remove");
    await page.getByText("There is no channel yet.").waitFor();
    expect(await isOpen(host, address)).toBe(false);
  });
});
