import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import type { Browser } from "playwright-core";

export interface OpenedBrowser {
  readonly browser: Browser;
  /** Closes all windows. The browser itself ends with the process. */
  readonly close: () => Promise<void>;
}

let running: Promise<Browser> | null = null;

/** A headless browser, shared by all test files of a process: starting one takes seconds. */
export async function openBrowser(): Promise<OpenedBrowser> {
  if (running !== null && !(await running).isConnected()) running = null;
  running ??= launch();
  const browser = await running;
  return {
    browser,
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

async function launch(): Promise<Browser> {
  const directory = mkdtempSync(join(tmpdir(), "parley-browser-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return launchBrowser(directory);
}
