import { describe, expect, it } from "vitest";
import { openThread, visitor } from "../../support/browser/unsent.ts";
import { useConsole } from "../../support/use-console.ts";
import { typeIn, usePages } from "../../support/browser/use-pages.ts";

const start = useConsole();
const pages = usePages();

describe("notifications", { timeout: 120_000 }, () => {
  it("are asked for once, shown for what the agent does not see, and lead to the conversation", async () => {
    const { host } = await start();
    await visitor(host, 1, "Mina");
    await visitor(host, 2, "Noor");
    const page = await pages.open(host.url);
    // Headless browsers show none: a stand-in keeps what the page would show.
    await page.addInitScript(() => {
      const kept: { title: string; body: string; shown: EventTarget }[] = [];
      class StandIn extends EventTarget {
        static permission = "default";
        static requestPermission = async (): Promise<string> => (StandIn.permission = "granted");
        constructor(title: string, options: { readonly body: string }) {
          super();
          kept.push({ title, body: options.body, shown: this });
        }
        close(): void {}
      }
      Object.assign(globalThis, { Notification: StandIn, keptNotices: kept });
    });
    const kept = (): Promise<readonly string[]> =>
      page.evaluate(() =>
        (
          globalThis as unknown as { keptNotices: { title: string; body: string }[] }
        ).keptNotices.map(({ title, body }) => `${title}: ${body}`),
      );
    await page.goto(`${host.url}/console`);
    await typeIn(page);
    await openThread(page, "Mina");
    expect(await page.getByTestId("notice-question").count()).toBe(0);
    await page.getByTestId("availability").click();
    await page.getByTestId("notice-yes").click();
    await page.getByTestId("notice-question").waitFor({ state: "detached" });
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "seen" } });
    await host.visitor({ sender: { id: 2 }, message: { type: "text", text: "secret" } });
    await host.visitor({ sender: { id: 2 }, message: { type: "text", text: "again" } });
    await expect.poll(kept).toEqual(["New message: A visitor wrote to you."]);

    await page.getByTestId("account-name").click();
    await page.getByTestId("notice-text").check();
    await host.visitor({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
    await expect.poll(async () => (await kept()).at(-1)).toBe("Mina: hello");
    await page.evaluate(() =>
      (globalThis as unknown as { keptNotices: { shown: EventTarget }[] }).keptNotices
        .at(-1)
        ?.shown.dispatchEvent(new Event("click")),
    );
    await page.getByTestId("message-text").getByText("hello").waitFor();
    await page.reload();
    await page.getByTestId("composer-text").waitFor();
    expect(await page.getByTestId("notice-question").count()).toBe(0);
  });
});
