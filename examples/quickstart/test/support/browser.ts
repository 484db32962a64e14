import type { Browser, BrowserContext, Page } from "playwright-core";

/** What a page must never do: break its security policy, open a dialog, throw, or complain. */
export interface Misdeeds {
  readonly list: string[];
}

/** A window of its own, with its own cookies; what goes wrong in it is kept in `misdeeds`. */
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
    // The console asks who is signed in, and is told: nobody yet.
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
