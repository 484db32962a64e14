import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const oldest = join(root, "tools/node-22/node_modules/.bin/node");
const scratch = mkdtempSync(join(tmpdir(), "parley-start-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const { needsPinnedNode } = (await import(join(root, "scripts/start/node.mjs"))) as {
  readonly needsPinnedNode: (version: string) => boolean;
};

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestAt = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
const { scripts = {} } = manifestAt("package.json");
/** What the start does after its preparation, which would build the pages anew under the tests that show them. */
const start = scripts["start"]?.replace("node scripts/prepare-start.mjs && ", "") ?? "";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Runs a line of the shell until the gateway is ready, asks for both pages, and ends it as npm does. */
async function startAndStop(line: string, name: string) {
  const shopPort = await freePort();
  const places = {
    PARLEY_DATA: join(scratch, name),
    PARLEY_PORT: "0",
    PARLEY_SHOP_PORT: `${shopPort}`,
  };
  const child = spawn("/bin/sh", ["-c", line], {
    cwd: root,
    env: { ...process.env, ...places },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  let said = "";
  const pages: number[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  for await (const text of child.stdout.setEncoding("utf8")) {
    said += String(text);
    const [, url] = /^parley ready (\S+)$/m.exec(said) ?? [];
    if (url === undefined) continue;
    for (const page of [`${url}/console/`, `http://127.0.0.1:${shopPort}/`])
      pages.push((await fetch(page)).status);
    child.kill("SIGTERM");
  }
  const [code] = (await closed) as [number | null];
  return { code, pages, said };
}

describe("npm start", () => {
  it("prepares, then hands over to the gateway, which SIGTERM reaches", async () => {
    expect(scripts["start"]).toMatch(/^node scripts\/prepare-start\.mjs && /);
    const { said, ...ended } = await startAndStop(start, "here");
    expect(ended, said).toEqual({ code: 0, pages: [200, 200] });
  }, 120_000);

  it("runs on the oldest Node of the packages, and says nothing of experiments", async () => {
    const line = start.replace("exec node ", `exec ${oldest} `);
    const { said, ...ended } = await startAndStop(line, "oldest");
    expect(ended, said).toEqual({ code: 0, pages: [200, 200] });
    expect(said).not.toContain("ExperimentalWarning");
  }, 120_000);

  it.each([
    ["20.20.2", true],
    ["22.18.0", true],
    ["22.19.0", false],
    ["24.0.0", false],
  ])("on Node %s, brings a Node of its own: %s", (version, brings) => {
    expect(needsPinnedNode(version)).toBe(brings);
  });

  it("installs nothing that only tests, harnesses and benchmarks use", () => {
    const paths = globSync("{packages,tools,examples}/{*,*/page}/package.json", { cwd: root });
    const manifests = new Map(paths.map(manifestAt).map((one) => [one.name, one]));
    const installed = new Set<string>();
    const install = (name: string): void => {
      if (installed.has(name)) return;
      installed.add(name);
      const { dependencies = {}, peerDependencies = {} } = manifests.get(name) ?? {};
      for (const one of Object.keys({ ...dependencies, ...peerDependencies })) install(one);
    };
    for (const name of ["@parley/quickstart", "@parley/console-page", "@parley/cli"]) install(name);
    const large = ["chromium", "embedded-postgres", "conformance"].map((name) => `@parley/${name}`);
    const others = ["playwright-core", "typescript", "turbo", "vitest"];
    expect([...large, ...others].filter((name) => installed.has(name))).toEqual([]);
    expect([...installed]).toEqual(expect.arrayContaining(["@parley/core", "vite", "react"]));
  });
});
