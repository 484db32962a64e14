import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { QuickstartProcess } from "../support/quickstart-process.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";

const runs = new QuickstartRuns();
let quickstart: QuickstartProcess;
let paths: readonly string[] = [];
let authorization = "";

beforeAll(async () => {
  quickstart = await runs.start(runs.freshData());
  const page = await (await fetch(`${quickstart.url}/console/`)).text();
  const [asset = ""] = /\/console\/assets\/[^"]+\.js/.exec(page) ?? [];
  const token = readFileSync(join(quickstart.dataDirectory, "admin-token"), "utf8").trim();
  authorization = `Authorization: Bearer ${token}\r\n`;
  const status = new URL(quickstart.firstChannel.statusUrl).pathname;
  paths = [asset, "/console/", "/metrics", "/admin/v1/export", "/admin/v1/openapi.json", status];
});
afterAll(() => runs.end());

const openFiles = (): number => readdirSync(`/proc/${quickstart.pid}/fd`).length;
const memoryMb = (): number => {
  const text = readFileSync(`/proc/${quickstart.pid}/status`, "latin1");
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1_024;
};

/** Sends a hundred requests over one connection, reads nothing, and closes it. */
async function askAndLeave(port: number, path: string): Promise<void> {
  const socket = connect(port, "127.0.0.1")
    .on("error", () => {})
    .pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${authorization}\r\n`.repeat(100),
  );
  await Promise.race([once(socket, "readable"), once(socket, "close")]);
  socket.destroy();
}

async function thousand(port: number, of: readonly string[]): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const some = Array.from({ length: 20 }, (_, index) => of[(round + index) % of.length] ?? "");
    await Promise.all(some.map((path) => askAndLeave(port, path)));
  }
}

it("1,000 connections that ask for much and read nothing leave no file open and no memory held", async () => {
  const before = openFiles();
  await thousand(quickstart.port, paths);
  await expect.poll(openFiles, { timeout: 60_000 }).toBeLessThanOrEqual(before + 5);
  const after = memoryMb();
  await thousand(quickstart.port, paths);
  await expect.poll(openFiles, { timeout: 60_000 }).toBeLessThanOrEqual(before + 5);
  await expect.poll(memoryMb, { timeout: 60_000 }).toBeLessThan(after + 64);
}, 600_000);

it("so at the shop, whose pages are files and whose chat is a stream of events", async () => {
  const shopPid = Number(
    readFileSync(`/proc/${quickstart.pid}/task/${quickstart.pid}/children`, "latin1").split(" ")[0],
  );
  const open = () => readdirSync(`/proc/${shopPid}/fd`).length;
  const before = open();
  const page = await (await fetch(quickstart.shopUrl)).text();
  const assets = [...page.matchAll(/"\.(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = ""]) => path,
  );
  expect(assets).toHaveLength(2);
  await thousand(quickstart.shopPort, ["/", ...assets, "/api/visitors/v1/events"]);
  await expect.poll(open, { timeout: 60_000 }).toBeLessThanOrEqual(before + 5);
}, 600_000);
