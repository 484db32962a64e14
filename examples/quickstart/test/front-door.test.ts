import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../src/listener.ts";
import type { QuickstartProcess } from "./support/quickstart-process.ts";
import { QuickstartRuns } from "./support/quickstart-runs.ts";

const runs = new QuickstartRuns();
afterAll(() => runs.end());

const forwarded = { headers: { "x-forwarded-for": "192.0.2.7" } };
const said = (stderr: string) => stderr.match(/PARLEY_TRUST_PROXY is not set/g) ?? [];

describe.concurrent("a proxy that nobody told the quickstart of", () => {
  it("is warned about once, by the name of the setting", async () => {
    const quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
    await fetch(`${quickstart.url}/healthz`);
    expect(said(quickstart.stderr)).toHaveLength(0);
    await fetch(`${quickstart.url}/chat/x/y/status`, forwarded);
    await fetch(`${quickstart.url}/healthz`, forwarded);
    expect(await quickstart.stop()).toBe(0);
    expect(said(quickstart.stderr)).toHaveLength(1);
    expect(quickstart.stderr).not.toContain("192.0.2.7");
  });

  it.each(["1", "0"])("is nothing to warn about with PARLEY_TRUST_PROXY=%s", async (value) => {
    const environment = { PARLEY_SHOP_PORT: "0", PARLEY_TRUST_PROXY: value };
    const quickstart = await runs.start(runs.freshData(), environment);
    await fetch(`${quickstart.url}/healthz`, forwarded);
    expect(await quickstart.stop()).toBe(0);
    expect(said(quickstart.stderr)).toHaveLength(0);
  });
});

describe("a host that is reached by https", () => {
  const shared = { PARLEY_SHOP_PORT: "0", PARLEY_PUBLIC_URL: "https://chat.example" };
  let quickstart: QuickstartProcess;
  beforeAll(async () => {
    quickstart = await runs.start(runs.freshData(), shared);
  });

  it("says so to browsers at every door for people", async () => {
    for (const path of ["/", "/console/", "/admin/v1/channels", "/metrics"]) {
      const { headers } = await fetch(quickstart.url + path, { redirect: "manual" });
      expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"]);
    }
  });

  it("keeps no file open for a connection that asked for a hundred and read nothing", async () => {
    const page = await (await fetch(`${quickstart.url}/console/`)).text();
    const [asset = ""] = /\/console\/assets\/[^"]+\.js/.exec(page) ?? [];
    const open = () => readdirSync(`/proc/${quickstart.pid}/fd`).length;
    await (await fetch(quickstart.url + asset)).text();
    const before = open();
    for (let connection = 0; connection < 3; connection += 1) {
      const socket = connect(quickstart.port, "127.0.0.1").pause();
      socket.write(`GET ${asset} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100));
      await once(socket, "readable");
      await (await fetch(quickstart.url + asset)).text();
      socket.destroy();
    }
    await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(before + 3);
  });

  it("counts wrong tokens of the admin API and the metrics together, and lets the right one pass", async () => {
    const ask = async (path: string, token: string) =>
      (await fetch(quickstart.url + path, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    const paths = ["/admin/v1/channels", "/metrics"];
    const seen = [];
    for (let guess = 0; guess < 22; guess += 1)
      seen.push(await ask(paths[guess % 2] ?? "", "wrong"));
    expect(seen).toEqual([...Array<number>(20).fill(401), 429, 429]);
    const token = readFileSync(join(quickstart.dataDirectory, "admin-token"), "utf8").trim();
    for (const path of paths) expect(await ask(path, token)).toBe(200);
  });

  it("refuses a request without Host in words, whatever it asks for", async () => {
    for (const path of ["/chat/x/y/status", "/healthz", "/console/", "/admin/v1/channels"]) {
      const socket = connect(quickstart.port, "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
      const text = (await socket.toArray()).join("");
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('{"error":{"code":40011,"message":"A Host header is required.');
    }
  });
});

describe("connections past their limit", () => {
  it("are told of, once", async () => {
    const listener = await listen("127.0.0.1", 0, { maxConnections: 1 });
    onTestFinished(() => listener.close());
    let told = 0;
    listener.onCrowded(() => (told += 1));
    const first = connect(listener.port, "127.0.0.1");
    onTestFinished(() => void first.destroy());
    await once(first, "connect");
    for (let more = 0; more < 3; more += 1) {
      const socket = connect(listener.port, "127.0.0.1").on("error", () => {});
      await once(socket.resume(), "close");
    }
    expect(told).toBe(1);
  });
});
