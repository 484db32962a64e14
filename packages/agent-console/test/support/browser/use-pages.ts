import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser } from "./browser.ts";
import { email, password } from "../console-host.ts";
import { watchPage, type WatchedPage } from "./watched-page.ts";

/** Credentials to type; default: the first account's. */
export interface TypedCredentials {
  readonly email: string;
  readonly password: string;
}

/** Shorter than a test's own limit, so that a failure names what was missing. */
const timeoutMs = 25_000;

export interface Pages {
  /** A page in a new browser profile. It may navigate to these origins besides the console's. */
  open(url: string, origins?: readonly string[]): Promise<Page>;
  /** A signed-in page that shows the conversations. */
  signedIn(url: string, credentials?: TypedCredentials): Promise<Page>;
}

/**
 * Pages in a real browser. After each test no page may have violated its policy, thrown an error, or contacted another
 * origin. Call it after `useConsole`, so that pages close before their console.
 */
export function usePages(): Pages {
  let browser: Browser;
  let close: () => Promise<void>;
  const opened: { readonly context: BrowserContext; readonly watched: WatchedPage }[] = [];
  beforeAll(async () => {
    ({ browser, close } = await openBrowser());
  });
  afterAll(() => close());
  afterEach(async () => {
    const last = opened.splice(0);
    for (const { context } of last) await context.close();
    expect(last.flatMap(({ watched }) => watched.misdeeds)).toEqual([]);
  });

  const open = async (url: string, origins: readonly string[] = []): Promise<Page> => {
    const context = await browser.newContext();
    context.setDefaultTimeout(timeoutMs);
    const page = await context.newPage();
    opened.push({ context, watched: await watchPage(page, [url, ...origins], []) });
    return page;
  };
  return {
    open,
    async signedIn(url, credentials) {
      const page = await open(url);
      await signIn(page.context(), url, credentials);
      await page.goto(`${url}/console`);
      await page.getByTestId("conversation-list").waitFor();
      return page;
    },
  };
}

/** Through the API: the form has its own tests. */
async function signIn(
  context: BrowserContext,
  url: string,
  credentials: TypedCredentials = { email, password },
): Promise<void> {
  const answer = await context.request.post(`${url}/console/api/auth/sign-in/email`, {
    data: credentials,
    headers: { origin: url },
  });
  expect(answer.status()).toBe(200);
}

/** Fills in and submits the form. */
export async function typeIn(
  page: Page,
  credentials: TypedCredentials = { email, password },
): Promise<void> {
  await page.getByTestId("sign-in-email").fill(credentials.email);
  await page.getByTestId("sign-in-password").fill(credentials.password);
  await page.getByTestId("sign-in-submit").click();
}
