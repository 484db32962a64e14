import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { kindNames } from "../../src/index.ts";
import { type NodeVersion, npm, startHost } from "../support/shell.ts";

const root = resolve(import.meta.dirname, "../../../..");
const versions: readonly NodeVersion[] = [22, 26];
/** Packages that are not in npm's cache are downloaded. */
const timeoutMs = 300_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

describe.each(kindNames)("a package made outside the workspace with --%s", (kind) => {
  let home: string;
  let made: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "parley-made-"));
    made = join(home, "my-app");
    await npm(26, root, "run", "create-agent-backend", "--", made, `--${kind}`);
    await npm(22, made, "install", "--prefer-offline", "--no-audit", "--no-fund");
  }, timeoutMs);
  afterAll(() => rmSync(home, { recursive: true }));

  it("takes all packages of ours from its own tarballs", () => {
    const lock = JSON.parse(readFileSync(join(made, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
    };
    const ours = Object.entries(lock.packages).filter(([path]) => path.includes("/@parley/"));
    expect(ours.length).toBeGreaterThan(6);
    for (const [, { resolved }] of ours) expect(resolved).toMatch(/^file:vendor\//);
  });

  it.each(versions)(
    "compiles, and passes the suite with node:test on Node %i",
    async (version) => {
      const said = await npm(version, made, "test");
      expect(said).toMatch(/^(?:#|ℹ) fail 0$/m);
      expect(Number(/^(?:#|ℹ) pass (\d+)$/m.exec(said)?.[1])).toBeGreaterThan(60);
    },
    timeoutMs,
  );

  it.each(versions)(
    "has a host in which a visitor gets an answer, after a restart too, on Node %i",
    async (version) => {
      for (const text of ["hello", "hello again"]) {
        const host = startHost(version, made, await freePort());
        onTestFinished(() => void host.stop());
        const url = await host.said(/http:\/\/\S+\/chat\/\S+/);
        const body = JSON.stringify({ sender: { id: 1 }, message: { type: "text", text } });
        const answer = await fetch(url, { method: "POST", body });
        expect(await answer.json()).toEqual({ result: "ok" });
        // After the restart, an answer from before may come once more.
        await host.said(new RegExp(`the visitor gets: .*${text}"`));
        expect(await (await fetch(`${url}/status`)).text()).toBe("1");
        expect(await host.stop()).toBe(0);
      }
    },
    timeoutMs,
  );

  it(
    "is one that parley adapter check understands",
    async () => {
      const said = await npm(26, root, "run", "-s", "parley", "--", "adapter", "check", made);
      expect(said).toMatch(/^instance +my-app$/m);
      expect(said).toMatch(/^\d\d passed, 0 failed in /m);
    },
    timeoutMs,
  );
});
