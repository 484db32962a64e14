import { existsSync } from "node:fs";
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
  const size = needsPinnedNode() ? "some 130 MB, of which 57 are Node.js 26" : "some 70 MB";
  process.stdout.write(`Installing what a chat needs: ${size}. npm test installs the rest.\n`);
  const wanted = needsPinnedNode() ? [...chat, "@parley/node"] : chat;
  run("npx", [...pnpm, "--prod", ...wanted.flatMap((name) => ["--filter-prod", name])]);
}
