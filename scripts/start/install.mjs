import { existsSync, rmSync } from "node:fs";
import { hasPinnedNode, needsPinnedNode } from "./node.mjs";
import { run } from "./run.mjs";

const chat = ["@parley/quickstart...", "@parley/console-page...", "@parley/cli..."];

export function isInstalled() {
  return existsSync("examples/quickstart/node_modules") && (hasPinnedNode() || !needsPinnedNode());
}

/** Installs what a chat needs. Installs everything when `npm test` had done so before. */
export function install() {
  const pnpm = ["--yes", "--prefer-offline", "pnpm@12.21.0", "install", "--frozen-lockfile"];
  const isWhole = existsSync("node_modules/vitest");
  if (isWhole) return run("npx", pnpm);
  const size = needsPinnedNode() ? "some 137 MB, of which 57 are Node.js 26" : "some 80 MB";
  process.stdout.write(
    `Downloading what a chat needs, once: ${size}. It is the gateway's npm packages and the tools that build its two pages. npm test downloads the rest.\n`,
  );
  const wanted = needsPinnedNode() ? [...chat, "@parley/node"] : chat;
  // CI checks the lockfile against the package policies. Checking it here would download registry records of some 800
  // packages.
  const options = ["--prod", "--trust-lockfile"];
  run("npx", [...pnpm, ...options, ...wanted.flatMap((name) => ["--filter-prod", name])]);
  // With this file pnpm would take the partial installation for a complete one. Without it, npm test installs the rest.
  rmSync("node_modules/.pnpm-workspace-state-v1.json", { force: true });
}
