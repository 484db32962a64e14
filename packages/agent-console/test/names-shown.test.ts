import { describe, expect, it } from "vitest";
import { answer } from "./support/console-host.ts";
import { onlyConversation } from "./support/reading.ts";
import { answerStrangely, endOf, strange, strangeTextOn } from "./support/strange-text.ts";
import { until, useConsole } from "./support/use-console.ts";
import { usePages } from "./support/use-pages.ts";

const start = useConsole();
const pages = usePages();
const shownWell = { text: ".exe", inOrder: true, atTheRight: true, inSight: true };

const fileOf = (file_name: string, more = {}) => {
  const file = "https://files.example/x";
  return { type: "document", file, file_name, file_size: 9, ...more };
};

describe("names of strangers", { timeout: 120_000 }, () => {
  it("end where they truly end, whatever they say about the direction of writing", async () => {
    const { host, client } = await start();
    await client.signIn();
    const sender = { id: 1, name: "Ann \u202egpj.exe" };
    await host.visitor({ sender, message: fileOf("invoice\u202efdp.exe") });
    const page = await pages.signedIn(host.url);
    await page.goto(`${host.url}/console/#/c/${await onlyConversation(client)}`);
    await page.getByTestId("media-name").waitFor();
    for (const place of ["media-name", "thread-name", "visitor-name"]) {
      const shown = await endOf(page, `[data-testid="${place}"]`, 4);
      expect({ place, ...shown }).toEqual({ place, ...shownWell });
    }
    expect(await page.getByTestId("media-name").textContent()).toBe("invoice‹U+202E›fdp.exe");
    expect(await page.getByTestId("visitor-name").textContent()).toBe("Ann ‹U+202E›gpj.exe");
    expect(await endOf(page, ".conversation-name", 4)).toEqual(shownWell);
    expect(await endOf(page, ".conversation-summary", 4)).toEqual(shownWell);
  });

  it("show a file's ending in the list and under its title, however long or right-to-left it is", async () => {
    const { host, client } = await start();
    await client.signIn();
    const sender = { id: 1, name: "Ann" };
    const page = await pages.signedIn(host.url);
    const names = [
      `invoice.pdf${" ".repeat(300)}.exe`,
      `${"invoice".repeat(20)}.exe`,
      `${"חשבונית".repeat(20)}.exe`,
      "\u2067invoice.exe",
    ];
    for (const [index, name] of names.entries()) {
      await host.visitor({ sender, message: fileOf(name) });
      await page.goto(`${host.url}/console/#/c/${await onlyConversation(client)}`);
      await page.getByTestId("media-name").nth(index).waitFor();
      for (const selector of [".conversation-summary", '[data-testid="media-name"]']) {
        const shown = await endOf(page, selector, 4);
        expect({ name, selector, ...shown }).toEqual({ name, selector, ...shownWell });
      }
    }
    await host.visitor({ sender, message: fileOf("setup.exe", { type: "audio", title: "a.mp3" }) });
    await page.getByTestId("media-name").nth(names.length).waitFor();
    expect(await page.locator(".media-facts").last().textContent()).toContain("setup.exe");
  });

  it("are isolated from our words and hide nothing, on every page", async () => {
    const description = `no${strange}`;
    const { host, client } = await start({
      post: async () => answer(200, { error: { code: 1, message: description } }),
    });
    await client.signIn();
    await client.ask("POST", "/channels", { id: "shop", chatApiUrl: "https://shop.example/chat" });
    await client.ask("POST", "/invitations", { email: "new@parley.example", role: "agent" });
    const profile = { name: "Ann", phone: "1", email: "a@b.example", invite: "Hello" };
    const sender = { id: `7${strange}`, ...profile, url: "https://shop.example/cart" };
    const about = { performer: "Bo", emoji: "x", text: "see" };
    await host.visitor({ sender, message: fileOf("a.pdf", about) });
    await host.visitor({
      sender,
      message: fileOf("b.mp3", { ...about, type: "audio", title: "t" }),
    });
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    const failed = await until(async () => {
      const path = "/deliveries?state=failed";
      const { body } = await client.ask<{ deliveries: { id: string }[] }>("GET", path);
      return body.deliveries[0]?.id;
    });
    const page = await pages.signedIn(host.url);
    await answerStrangely(page);
    await page.reload();
    for (const [address, mark, atLeast] of [
      ["", "conversation", 3],
      [`c/${id}`, "failure-notice", 12],
      ["account", "session", 3],
      ["people", "invitation", 5],
      ["channels", "channel", 2],
      [`channel/shop${encodeURIComponent(strange)}`, "channel-page", 2],
      ["deliveries/failed", "delivery", 1],
      [`delivery/${encodeURIComponent(failed)}`, "attempt", 2],
    ] as const) {
      await page.goto(`${host.url}/console/#/${address}`);
      await page.getByTestId(mark).first().waitFor();
      if (address === "people") {
        await page.getByTestId("person-sign-out").first().click();
      }
      const { count, faults } = await strangeTextOn(page);
      expect({ address, faults }).toEqual({ address, faults: [] });
      expect({ address, count }).toEqual({
        address,
        count: expect.toSatisfy(() => count >= atLeast),
      });
    }
  });
});
