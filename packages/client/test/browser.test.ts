import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@parley/chromium";
import express from "express";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as Package from "../src/index.ts";
import { openGateway, type OpenedGateway } from "./support/open-gateway.ts";

const source = join(import.meta.dirname, "../src");
const scratch = mkdtempSync(join(tmpdir(), "parley-client-"));
let bench: OpenedGateway;
let browser: Browser;

beforeAll(async () => {
  bench = await openGateway({}, site());
  browser = await launchBrowser(scratch);
});
afterAll(async () => {
  await browser.close();
  await bench.close();
  rmSync(scratch, { recursive: true, force: true });
});

const html = "<!doctype html><title>Shop</title>";

/** The package's own files, without their types, and the gateway behind them. */
function site() {
  const app = express();
  app.get("/", (_request, response) => response.type("html").send(html));
  app.get("/client/*path", (request, response) => {
    const text = readFileSync(join(source, request.path.slice("/client".length)), "utf8");
    response.type("text/javascript").send(stripTypeScriptTypes(text));
  });
  return app;
}

it("a page sends and receives with the package as it is, and nothing but it", async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${bench.origin}/`);
  // As text: what stands in a function here is changed before it runs.
  await page.evaluate('import("/client/index.ts").then((all) => void (globalThis.parley = all))');
  const seen = await page.evaluate(async (ingressUrl) => {
    const { parley } = globalThis as unknown as { readonly parley: typeof Package };
    const { createClient, createReceiver, fileMessage } = parley;
    const client = createClient({ ingressUrl });
    const sent = await client.send({
      sender: { id: 90071992547409931n, name: "Bo" },
      message: fileMessage("photo", "https://files.example/a.png", { file_size: 7 }),
    });
    const texts: string[] = [];
    const receiver = createReceiver({
      onMessage: ({ message }) => void texts.push(message.text ?? ""),
    });
    const body = {
      sender: { name: "Ada" },
      recipient: { id: 7 },
      message: { type: "text", id: "m", text: "hello" },
    };
    const request = new Request("/shop", { method: "POST", body: JSON.stringify(body) });
    const answer = await (await receiver(request)).json();
    return { status: await client.status(), sent, texts, answer };
  }, bench.ingressUrl);
  const event = await bench.desk.arrived();
  expect(event.visitor).toMatchObject({ id: "90071992547409931", name: "Bo" });
  expect(event.message).toMatchObject({ type: "photo", id: seen.sent.id });
  expect(seen).toMatchObject({ status: 1, texts: ["hello"], answer: { result: "ok" } });
  expect(errors).toEqual([]);
});
