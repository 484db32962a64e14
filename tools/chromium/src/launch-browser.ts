import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { unpackedChromium } from "./unpacked-chromium.ts";

const installed = [
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chrome of this machine, or else the one that came through npm. `scratch`: its private directory. */
export async function launchBrowser(scratch: string): Promise<Browser> {
  return chromium.launch({
    executablePath: installed.find((path) => existsSync(path)) ?? unpackedChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    env: { ...process.env, TMPDIR: scratch, HOME: scratch },
  });
}
