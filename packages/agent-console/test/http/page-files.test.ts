import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
