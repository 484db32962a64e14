import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser } from "./browser.ts";
import { email, password } from "../console-host.ts";
import { watchPage, type WatchedPage } from "./watched-page.ts";

/** What somebody types to sign in; default: the first account's. */
export interface TypedCredentials {
  readonly email: string;
  readonly password: string;
}

/** Sooner than a test's own end, so that a failure tells what was waited for. */
const timeoutMs = 25_000;

export interface Pages {
  /** A page in a browser profile of its own; it may lead to these origins beside the console's. */
  open(url: string, origins?: readonly string[]): Promise<Page>;
  /** The same, signed in, with the conversations shown. */
  signedIn(url: string, credentials?: TypedCredentials): Promise<Page>;
}

/**
 * Pages in a real browser. They are watched: after each test none of them may have broken its policy, run into an
 * error, or led or asked anywhere else. To be called after `useConsole`, so that pages close before their console.
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

/** By the API: the form has tests of its own. */
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

/** Fills in the form that is shown. */
export async function typeIn(
  page: Page,
  credentials: TypedCredentials = { email, password },
): Promise<void> {
  await page.getByTestId("sign-in-email").fill(credentials.email);
  await page.getByTestId("sign-in-password").fill(credentials.password);
  await page.getByTestId("sign-in-submit").click();
}
