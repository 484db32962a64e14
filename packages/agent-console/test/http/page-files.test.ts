import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
let pageDirectory = "";

beforeAll(async () => {
  pageDirectory = await mkdtemp(join(tmpdir(), "parley-page-"));
  await mkdir(join(pageDirectory, "assets"));
  await writeFile(join(pageDirectory, "index.html"), "<!doctype html>");
  await writeFile(join(pageDirectory, "assets", "page-1a2b.js"), "export {};");
});
beforeAll(async () => {
  const whole = join(pageDirectory, "assets", "whole-3c4d.js");
  await writeFile(whole, "plain;");
  await writeFile(`${whole}.br`, brotliCompressSync("brotli;"));
  await writeFile(`${whole}.gz`, gzipSync("gzip;"));
});
afterAll(() => rm(pageDirectory, { recursive: true }));

describe("the page's files", () => {
  it("are asked for anew, but for assets, which are named by their content", async () => {
    const { host } = await start({ pageDirectory });
    for (const path of ["/console", "/console/"]) {
      const page = await fetch(host.url + path);
      expect(await page.text()).toBe("<!doctype html>");
      expect(page.headers.get("cache-control")).toBe("no-cache");
    }
    const asset = await fetch(`${host.url}/console/assets/page-1a2b.js`);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const data = await fetch(`${host.url}/console/api/me`);
    expect(data.headers.get("cache-control")).toBe("no-store");
  });

  it("go out compressed as the client takes them, from what the build compressed", async () => {
    const { host } = await start({ pageDirectory });
    const ask = async (path: string, encoding: string) => {
      const answer = await fetch(`${host.url}/console/assets/${path}`, {
        headers: { "accept-encoding": encoding },
      });
      const { headers } = answer;
      return { headers, text: await answer.text(), encoding: headers.get("content-encoding") };
    };
    for (const [accepted, encoding, text] of [
      ["gzip, deflate, br", "br", "brotli;"],
      ["gzip", "gzip", "gzip;"],
      ["br;q=0, gzip", "gzip", "gzip;"],
      ["identity", null, "plain;"],
      ["deflate", null, "plain;"],
    ]) {
      const asked = await ask("whole-3c4d.js", String(accepted));
      expect([accepted, asked.encoding, asked.text]).toEqual([accepted, encoding, text]);
      expect(asked.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(asked.headers.get("vary")).toBe("Accept-Encoding");
      expect(asked.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
    const small = await ask("page-1a2b.js", "br");
    expect([small.encoding, small.text]).toEqual([null, "export {};"]);
    expect((await ask("none.js", "br")).encoding).toBeNull();
  });

  it("need at most 150 kB of compressed script for the first page", async () => {
    const { host } = await start();
    const page = await (await fetch(`${host.url}/console/`)).text();
    const scripts = [...page.matchAll(/(?:<script[^>]*src|modulepreload[^>]*href)="([^"]+)"/g)];
    expect(scripts.length).toBeGreaterThan(0);
    let bytes = 0;
    for (const [, path = ""] of scripts) {
      const asked = request(host.url + path, { headers: { "accept-encoding": "gzip, br" } }).end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      bytes += Buffer.concat(await answer.toArray()).length;
    }
    expect(bytes).toBeLessThanOrEqual(150_000);
  });

  it("end at the page's directory", async () => {
    const { host } = await start({ pageDirectory });
    for (const path of [
      "/assets/..%2f..%2fconsole.db",
      "/assets/none.js",
      "/index.html",
      "/assets/",
    ]) {
      const answer = await fetch(`${host.url}/console${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it("and every answer of the API allow no script, frame or style but the page's own", async () => {
    const { host } = await start({ pageDirectory });
    for (const path of ["/", "/assets/page-1a2b.js", "/api/me", "/nothing"]) {
      const { headers } = await fetch(`${host.url}/console${path}`);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy.split("; ").toSorted()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' https: http:",
        "media-src https: http:",
        "require-trusted-types-for 'script'",
        "script-src 'self'",
        "style-src 'self'",
      ]);
      expect(policy).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("strict-transport-security")).toBeNull();
    }
  });

  it("and the API are only for TLS from then on, once the console is reached by https", async () => {
    const { host } = await start({ pageDirectory, baseUrl: "https://chat.example" });
    for (const path of ["/", "/assets/page-1a2b.js", "/api/me", "/nothing"]) {
      const { headers } = await fetch(`${host.url}/console${path}`);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    }
  });
});
