import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConsoleClient } from "../../support/console-client.ts";
import { type Forwarder, startForwarder } from "../../support/nodes/forwarder.ts";
import { NodeProcess } from "../../support/nodes/node-process.ts";
import { joined, longPassword } from "../../support/accounts/people.ts";
import { usePostgres } from "../../support/nodes/postgres-server.ts";
import { text } from "../../support/browser/reading.ts";
import { usePages } from "../../support/browser/use-pages.ts";

const postgres = usePostgres();
const pages = usePages();
const ben = { email: "ben@parley.example", password: longPassword };
let forwarder: Forwarder;
let nodes: readonly [NodeProcess, NodeProcess];
let path = "";

beforeAll(async () => {
  forwarder = await startForwarder();
  const { connection } = await postgres.fresh();
  const start = () => NodeProcess.start({ connection }, forwarder.urls[0]);
  nodes = await Promise.all([start(), start()]);
  path = await nodes[0].addChannel();
  forwarder.lead("127.0.0.1", nodes[0].port);
  forwarder.lead("localhost", nodes[1].port);
}, 120_000);
afterAll(async () => {
  for (const node of nodes ?? []) await node.kill();
  await forwarder?.close();
});

async function visitor(node: NodeProcess, words: string): Promise<void> {
  const body = JSON.stringify(text(1, words));
  const answer = await fetch(`${node.url}/chat/${path}/shop`, { method: "POST", body });
  expect([answer.status, await answer.json()]).toEqual([200, { result: "ok" }]);
}

const shown = (page: Page, words: string) => page.getByTestId("message-text").getByText(words);

async function answer(page: Page, words: string): Promise<void> {
  await page.getByTestId("composer-text").fill(words);
  await page.keyboard.press("Enter");
}

describe("two agents on two nodes", { timeout: 120_000 }, () => {
  it("see what the other's node did, and lose and see nothing twice when one is killed", async () => {
    const [first, second] = nodes;
    const admin = new ConsoleClient(first.url);
    await admin.signIn();
    await joined(second, admin);
    const one = await pages.signedIn(forwarder.urls[0]);
    const other = await pages.signedIn(forwarder.urls[1], ben);
    const both = [one, other];

    await visitor(first, "hello");
    for (const page of both) {
      await page.getByTestId("conversation").click();
      await shown(page, "hello").waitFor();
    }
    await visitor(second, "is anybody there");
    for (const page of both) await shown(page, "is anybody there").waitFor();
    await answer(other, "Ben here");
    await one.getByTestId("message-author").getByText("Ben").waitFor();
    await one.locator('[data-id="3"][data-state="delivered"]').waitFor();
    await answer(one, "Ada here");
    await other.locator('[data-id="4"][data-state="delivered"]').waitFor();

    forwarder.lead("127.0.0.1", second.port);
    await first.kill();
    await visitor(second, "one is gone");
    for (const page of both) await shown(page, "one is gone").waitFor();
    await answer(one, "Ada is back");
    await other.locator('[data-id="6"][data-state="delivered"]').waitFor();
    await visitor(second, "good");
    for (const page of both) {
      await shown(page, "good").waitFor();
      expect(await page.getByTestId("message-text").allInnerTexts()).toEqual([
        "hello",
        "is anybody there",
        "Ben here",
        "Ada here",
        "one is gone",
        "Ada is back",
        "good",
      ]);
    }
  });
});
