import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The oldest version that runs the packages. */
const oldest = [22, 19];
const pinned = resolve("tools/node/node_modules/.bin/node");

/** Whether the machine's Node is too old, so that the pinned one must be installed. */
export function needsPinnedNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}

export function hasPinnedNode() {
  return existsSync(pinned);
}

/** The Node that runs the gateway. `npm start` searches in the same order. */
export function nodePath() {
  return hasPinnedNode() ? pinned : process.execPath;
}
