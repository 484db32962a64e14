import type { Page, Route } from "playwright-core";
import type { ConsoleClient } from "../console-client.ts";
import type { ConsoleHost } from "../console-host.ts";
import { joined } from "../accounts/people.ts";
import type { StartedConsole } from "../use-console.ts";
import { type Pages, type TypedCredentials, typeIn } from "./use-pages.ts";

export const sends = "**/conversations/*/messages";

export const row = (page: Page, name: string) =>
  page.getByTestId("conversation").filter({ hasText: name });

export const field = (page: Page) => page.getByTestId("composer-text");

/** Opens a visitor's conversation. Until its name is shown, the composer may still be the last one's. */
export async function openThread(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await page.getByTestId("thread-name").filter({ hasText: name }).waitFor();
  await field(page).waitFor();
}

/** A visitor with a conversation. */
export const visitor = (host: ConsoleHost, id: number, name: string): Promise<void> =>
  host.visitor({ sender: { id, name }, message: { type: "text", text: "hi" } });

/** Texts sent to the integrating system, in order. */
export const textsOf = (host: ConsoleHost): readonly string[] =>
  host.sent.flatMap(({ message }) => {
    const { type, text } = message as { type: string; text?: string };
    return type === "text" && text !== undefined ? [text] : [];
  });

export interface HeldSends {
  /** Number of requests held so far. */
  readonly count: number;
  /** Decides about the held requests and all later ones. */
  release(end: (route: Route) => Promise<void>): void;
}

/** Holds the page's sends until the test decides about them. */
export async function holdSends(
  page: Page,
  first: (route: Route) => Promise<unknown> = async () => undefined,
): Promise<HeldSends> {
  const { promise, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>();
  let count = 0;
  await page.route(sends, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await first(route);
    count += 1;
    const end = await promise;
    // A page that has left no longer needs it.
    await end(route).catch(() => undefined);
  });
  return {
    get count() {
      return count;
    },
    release: resolve,
  };
}

export const reset = (route: Route): Promise<void> => route.abort("connectionreset");
export const goOn = (route: Route): Promise<void> => route.continue();

/** Everything that the browser stores for the page, as text. */
export function keptIn(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

/** Names of the stored unsent texts. */
export function entriesIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith("parley.unsent/")),
  );
}

export interface Scene {
  readonly host: ConsoleHost;
  /** Signed in as the admin. */
  readonly client: ConsoleClient;
  readonly page: Page;
}

/** Two visitors, and an agent with the first one's conversation open, in a browser without a secure context. */
export async function openScene(
  start: () => Promise<StartedConsole>,
  pages: Pages,
  credentials?: TypedCredentials,
): Promise<Scene> {
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
  await openThread(page, "Mina");
  return { host, client, page };
}

/** Writes and sends a text. */
export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** The gateway has stored the message, and the thread shows it. */
export const arrived = (page: Page, text: string): Promise<void> =>
  page.getByTestId("message").filter({ hasText: text }).waitFor();
