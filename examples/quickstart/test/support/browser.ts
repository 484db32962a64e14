import type { Browser, BrowserContext, Page } from "playwright-core";

/** Forbidden events of a page: policy violations, dialogs, errors and warnings. */
export interface Misdeeds {
  readonly list: string[];
}

/** A new window with its own cookies. Forbidden events are recorded in `misdeeds`. */
export async function openWindow(
  browser: Browser,
  url: string,
  options: { readonly width?: number; readonly height?: number } = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page; readonly misdeeds: Misdeeds }> {
  const { width = 1280, height = 800 } = options;
  const context = await browser.newContext({ viewport: { width, height } });
  const list: string[] = [];
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    list.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => list.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The console asks who is signed in, and the answer is 401.
    const asked = message.location().url.endsWith("/console/api/me");
    if (message.type() === "error" && !asked) list.push(`console: ${message.text()}`);
  });
  await page.exposeFunction("tellViolation", (text: string) => void list.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation(text: string): void };
      tellViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto(url);
  return { context, page, misdeeds: { list } };
}
