import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import type { Browser } from "playwright-core";

/** A headless browser in a temporary directory of its own. */
export async function openBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "parley-browser-"));
  const browser = await launchBrowser(directory);
  return {
    browser,
    async close() {
      await browser.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
