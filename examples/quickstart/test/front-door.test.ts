import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../src/listener.ts";
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

describe("a request without Host", () => {
  it("is refused in words, whatever it asks for", async () => {
    const quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
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
