import { existsSync, rmSync } from "node:fs";
import { hasPinnedNode, needsPinnedNode } from "./node.mjs";
import { run } from "./run.mjs";

const chat = ["@parley/quickstart...", "@parley/console-page...", "@parley/cli..."];

export function isInstalled() {
  return existsSync("examples/quickstart/node_modules") && (hasPinnedNode() || !needsPinnedNode());
}

/** What a chat needs; or everything, where `npm test` had installed that before. */
export function install() {
  const pnpm = ["--yes", "--prefer-offline", "pnpm@12.21.0", "install", "--frozen-lockfile"];
  const isWhole = existsSync("node_modules/vitest");
  if (isWhole) return run("npx", pnpm);
  const size = needsPinnedNode() ? "some 135 MB, of which 57 are Node.js 26" : "some 75 MB";
  process.stdout.write(`Installing what a chat needs: ${size}. npm test installs the rest.\n`);
  const wanted = needsPinnedNode() ? [...chat, "@parley/node"] : chat;
  // What it names is checked against the policies for packages by every whole installation, such as CI's. To check all of
  // it here would bring the registry's records of some 800 packages.
  const options = ["--prod", "--trust-lockfile"];
  run("npx", [...pnpm, ...options, ...wanted.flatMap((name) => ["--filter-prod", name])]);
  // Without its own record pnpm does not take a part for the whole: npm test installs the rest.
  rmSync("node_modules/.pnpm-workspace-state-v1.json", { force: true });
}
