import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { joined } from "../support/accounts/people.ts";
import { type OpenedBrowser, openBrowser } from "../support/browser/browser.ts";
import {
  messagesOf,
  openOutagePages,
  type ShownMessage,
  unreadOf,
} from "../support/browser/outage-pages.ts";
import { field, openThread } from "../support/browser/unsent.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { type NetworkPath, startNetworkPath } from "../support/nodes/network-path.ts";
import { type NodePlace, NodeProcess } from "../support/nodes/node-process.ts";
import { OutageVisitors } from "../support/nodes/outage-visitors.ts";
import { usePostgres } from "../support/nodes/postgres-server.ts";

const postgres = usePostgres();
const directories: string[] = [];
const nodes: NodeProcess[] = [];
let browser: OpenedBrowser;
let path: NetworkPath;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  path = await startNetworkPath();
});
afterEach(async () => {
  await browser.close();
  for (const node of nodes.splice(0)) await node.kill();
  await path.close();
});
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

async function startNode(place: NodePlace): Promise<NodeProcess> {
  const node = await NodeProcess.start(place, path.url);
  nodes.push(node);
  return node;
}

async function inFiles(): Promise<NodePlace> {
  const directory = await mkdtemp(join(tmpdir(), "parley-outage-"));
  directories.push(directory);
  return { directory };
}

interface Scene {
  readonly node: NodeProcess;
  /** Leads visitors to another node, and pages too. */
  readonly lead: (node: NodeProcess) => void;
}

/** An outage: begins, and ends when its answer is called. */
type Outage = (scene: Scene) => Promise<() => Promise<void>>;

const answer = "the answer, begun before and ended meanwhile";
const drafts = {
  Mina: "for Mina, begun meanwhile",
  Noor: "for Noor, begun before and gone on with",
};

/** Two tabs, a colleague, and a visitor who never stops, from before the outage until after it. */
async function getThrough(place: NodePlace, outage: Outage): Promise<void> {
  const node = await startNode(place);
  const channel = `/chat/${await node.addChannel()}/shop`;
  const visitors = new OutageVisitors(node.url + channel);
  const lead = (to: NodeProcess) => {
    path.lead(to.url);
    visitors.address = to.url + channel;
  };
  lead(node);
  for (const visitor of ["Noor", "Olga", "Mina"]) await visitors.write(visitor, "0");
  const admin = new ConsoleClient(node.url);
  await admin.signIn();
  await joined(node, admin);
  const { tabs, colleague } = await openOutagePages(browser.browser, path.url);
  const pages = [...tabs, colleague];
  const [tab] = tabs;
  const errors: string[] = [];
  for (const page of pages) page.on("pageerror", ({ message }) => errors.push(message));

  const stop = visitors.count("Mina");
  await visitors.write("Olga", "1");
  await openThread(tab, "Noor");
  await field(tab).fill("for Noor, begun before");
  await openThread(tab, "Mina");
  await field(tab).fill("the answer, begun before");
  await shows(tabs, "the answer, begun before");

  const end = await outage({ node, lead });
  const written = visitors.write("Olga", "2").then(() => visitors.write("Olga", "3"));
  await field(tab).fill(answer);
  await field(tab).press("Enter");
  await field(tab).fill(drafts.Mina);
  await openThread(tab, "Noor");
  await field(tab).fill(drafts.Noor);
  await openThread(tab, "Mina");
  await end();
  await written;
  await pause(3_000);
  const count = await stop();

  const numbers = Array.from({ length: count + 1 }, (_, number) => String(number));
  for (const page of tabs) await hasEverything(page, numbers, ofOlga.tabs);
  await hasEverything(colleague, numbers, ofOlga.colleague);
  await hasDrafts(tabs);
  // What the gateway has is what the pages have shown.
  const [, other] = tabs;
  await other.reload();
  await hasEverything(other, numbers, ofOlga.tabs);
  await hasDrafts([other]);
  expect(errors).toEqual([]);
}

/** Unread messages of Olga, who writes four. The colleague joins after her first one, which therefore counts as read. */
const ofOlga = { tabs: "4", colleague: "3" };

async function hasEverything(
  page: Page,
  numbers: readonly string[],
  unreadOfOlga: string,
): Promise<void> {
  const last = page.getByTestId("message-text").getByText(numbers.at(-1) ?? "", { exact: true });
  await last.waitFor({ timeout: 60_000 });
  await page.getByTestId("connection-lost").waitFor({ state: "detached" });
  await page.getByTestId("message").getByText(answer).waitFor();
  const whole = [...numbers.map((text) => `inbound ${text}`), `outbound ${answer}`];
  await expect
    .poll(async () => wordsOf(await messagesOf(page)), { timeout: 20_000 })
    .toEqual(whole.toSorted());
  const messages = await messagesOf(page);
  expect(messages.map(({ id }) => id)).toEqual(messages.map((_, index) => index + 1));
  const written = messages.filter(({ direction }) => direction === "inbound");
  expect(written.map(({ text }) => text)).toEqual(numbers);
  expect(await page.getByTestId("unsent").count()).toBe(0);
  const unread = async () => [
    await unreadOf(page, "Mina"),
    await unreadOf(page, "Noor"),
    await unreadOf(page, "Olga"),
    await page.getByTestId("count-unread").innerText(),
  ];
  // A call on a dead connection ends after 15 s, and is repeated.
  await expect.poll(unread, { timeout: 60_000 }).toEqual(["", "", unreadOfOlga, "1"]);
}

/** Direction and text of each, sorted: a page may still be loading what it missed. */
function wordsOf(messages: readonly ShownMessage[]): readonly string[] {
  return messages.map(({ direction, text }) => `${direction} ${text}`).toSorted();
}

async function hasDrafts(pages: readonly Page[]): Promise<void> {
  await shows(pages, drafts.Mina);
  for (const page of pages) {
    await openThread(page, "Noor");
    await shows([page], drafts.Noor);
    await openThread(page, "Mina");
    expect(await page.getByTestId("other-text").count()).toBe(0);
  }
}

async function shows(pages: readonly Page[], text: string): Promise<void> {
  for (const page of pages)
    await expect.poll(() => field(page).inputValue(), { timeout: 20_000 }).toBe(text);
}

describe(
  "under a visitor's traffic, all messages come once and in order, and drafts stay",
  {
    timeout: 300_000,
  },
  () => {
    it("when the network between browser and gateway passes nothing for 60 s", async () => {
      await getThrough(await inFiles(), async () => {
        path.swallow("everything");
        const over = pause(60_000);
        return async () => {
          await over;
          path.heal();
        };
      });
    });

    it("when the gateway is killed and starts again on the same data", async () => {
      const place = await inFiles();
      await getThrough(place, async ({ node, lead }) => {
        await node.kill();
        return async () => lead(await startNode(place));
      });
    });

    it("when the browser is led to another node and its own is killed", async () => {
      const { connection } = await postgres.fresh();
      const other = startNode({ connection });
      await getThrough({ connection }, async ({ node, lead }) => {
        lead(await other);
        await node.kill();
        return async () => undefined;
      });
    });
  },
);
