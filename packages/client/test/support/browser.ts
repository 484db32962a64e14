import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const installed = [
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chrome of this machine, or else the one that came through npm. `scratch`: its private directory. */
export async function launchBrowser(scratch: string): Promise<Browser> {
  // The package unpacks itself into TMPDIR, where another run may be doing the same.
  process.env["TMPDIR"] = scratch;
  const executablePath =
    installed.find((path) => existsSync(path)) ?? (await sparticuz.executablePath());
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    env: { ...process.env, TMPDIR: scratch, HOME: scratch },
  });
}
