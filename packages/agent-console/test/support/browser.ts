import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";

/** A headless browser with its usual protections, in a temporary directory of its own. */
export async function openBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "parley-browser-"));
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = directory;
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    headless: true,
  });
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  return {
    browser,
    async close() {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
