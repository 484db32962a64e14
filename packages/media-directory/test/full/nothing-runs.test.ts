import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deskHost } from "../support/desk-http-client.ts";
import { png, type Polyglot, polyglots, wav } from "../support/samples.ts";
import { useBenches } from "../support/use-benches.ts";

const start = useBenches();
/** Everything that a page can make of a link. */
const uses = (url: string) => `<!doctype html><title>shop</title>
  <img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">
  <video src="${url}"></video><link rel="stylesheet" href="${url}"><script src="${url}"></script>
  <script type="module" src="${url}"></script>
  <script>
    const blob = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    try { new Worker(blob("importScripts('${url}')")); } catch {}
    import("${url}").catch(() => {});
    window.addEventListener("load", () => setTimeout(() => { window.done = true; }, 300));
  </script>`;

let browser: Browser;
let context: BrowserContext;
let server: Server;
let url: string;
let directory: string;
/** What ran. */
let canaries: string[] = [];
/** The shop's page. */
let html = "";

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "parley-browser-"));
  browser = await launchBrowser(directory);
  server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path.startsWith("/canary")) canaries.push(path);
    response.setHeader("content-type", path === "/shop" ? "text/html" : "image/png");
    response.setHeader("access-control-allow-origin", "*");
    response.end(path === "/shop" ? html : png);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
});
beforeEach(async () => {
  canaries = [];
  context = await browser.newContext();
});
afterEach(() => context.close());

/** Opens a link, and a page of the shop that uses it in every way. */
async function openEverywhere(link: string): Promise<void> {
  html = uses(link);
  const page = await context.newPage();
  // A file that is saved ends the navigation.
  await page.goto(link).catch(() => undefined);
  await page.waitForTimeout(200);
  const shop = await context.newPage();
  await shop.goto(`${url}/shop`);
  await shop.waitForFunction("window.done === true");
}

const canaryOf = ({ name }: Polyglot) => `${url}/canary/${name}`;

describe("in a real browser", { timeout: 60_000 }, () => {
  for (const polyglot of polyglots)
    it(`${polyglot.title} runs from a careless server, and not from the media store`, async () => {
      const bench = await start();
      const { name, type, careless, content } = polyglot;
      const body = content(canaryOf(polyglot));
      const there = bench.desk.has(`/careless/${name}`, body, careless);
      await openEverywhere(there.replace(deskHost, "127.0.0.1"));
      expect(canaries).toContain(`/canary/${name}`);
      canaries = [];
      const file = await bench.store({ name, url: bench.desk.has(`/${name}`, body, type) });
      await openEverywhere(file.url);
      expect(canaries).toEqual([]);
    });

  it("a picture is shown to the shop's visitors, and opened by itself", async () => {
    const bench = await start();
    const file = await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
    html = `<!doctype html><img id="a" src="${file.url}"><script>
      a.decode().then(() => { window.done = a.naturalWidth; });
    </script>`;
    const shop = await context.newPage();
    await shop.goto(`${url}/shop`);
    await shop.waitForFunction("window.done === 1");
    const page = await context.newPage();
    expect((await page.goto(file.url))?.status()).toBe(200);
    expect(await page.locator("img").evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  });

  it("a sound plays in the shop's page, and opened by itself", async () => {
    const bench = await start();
    const file = await bench.store({ url: bench.desk.has("/a.wav", wav, "audio/wav") });
    html = `<!doctype html><audio id="a" src="${file.url}" controls></audio><script>
      a.addEventListener("loadeddata", () => { window.done = a.duration; });
    </script>`;
    const shop = await context.newPage();
    await shop.goto(`${url}/shop`);
    await shop.waitForFunction("window.done === 0.1");
    const page = await context.newPage();
    await page.goto(file.url);
    const player = page.locator("video, audio");
    const loaded = (one: HTMLMediaElement) => one.readyState > 0 || one.error !== null;
    await expect.poll(() => player.evaluate(loaded)).toBe(true);
    expect(await player.evaluate((one: HTMLMediaElement) => one.error)).toBeNull();
  });

  it("a page cannot be stored as a picture", async () => {
    const bench = await start();
    const link = bench.desk.has("/a.png", "<script>1</script>".repeat(9), "image/png");
    expect(await bench.copy({ url: link })).toMatchObject({ stored: false, why: "wrong-type" });
  });

  it("no path leads out of the directory", async () => {
    const bench = await start();
    const page = await context.newPage();
    for (const path of [
      "../parley-media.json",
      "..%2fparley-media.json",
      "%2e%2e/%2e%2e/etc/passwd",
    ])
      expect((await page.goto(`${bench.url}/${path}`))?.status()).toBe(404);
  });
});
