import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const home = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(resolve(home, path), "utf8");
const cleanups: (() => unknown)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

describe("the README's host", () => {
  it("is examples/custom-agent/src/main.ts to the letter, in at most 15 lines", () => {
    const block = /<!-- host -->\n```ts\n([\s\S]*?)```\n<!-- \/host -->/.exec(
      read("../../README.md"),
    )?.[1];
    expect(block).toBe(read("src/main.ts"));
    expect(block?.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
  });

  it("compiled and run, it takes a visitor's message, tells its status, and ends on SIGTERM", async () => {
    const directory = mkdtempSync(join(tmpdir(), "parley-host-"));
    cleanups.push(() => rmSync(directory, { recursive: true }));
    const port = await freePort();
    const listenElsewhere = join(import.meta.dirname, "support/listen-elsewhere.mjs");
    const host = spawn(
      process.execPath,
      ["--import", listenElsewhere, resolve(home, "dist/main.js")],
      {
        cwd: directory,
        env: { ...process.env, LISTEN_ON: String(port), CHAT_API_URL: "https://127.0.0.1:1" },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    cleanups.push(() => host.kill("SIGKILL"));
    const [line] = (await once(host.stdout.setEncoding("utf8"), "data")) as [string];
    const url = `http://127.0.0.1:${port}${/(\/chat\/\S+)/.exec(line)?.[1] ?? ""}`;
    const body = JSON.stringify({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
    // It prints its path just before it listens.
    await expect
      .poll(() => fetch(`${url}/status`).then(({ status }) => status, String), { timeout: 20_000 })
      .toBe(200);
    const answer = await fetch(url, { method: "POST", body });
    expect([answer.status, await answer.json()]).toEqual([200, { result: "ok" }]);
    expect(await (await fetch(`${url}/status`)).text()).toBe("1");
    const exited = once(host, "exit");
    host.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await once(server.close(), "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
