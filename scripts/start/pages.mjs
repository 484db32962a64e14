import { nodePath } from "./node.mjs";
import { run } from "./run.mjs";

const projects = ["packages/agent-console/page", "examples/quickstart"];

/** Includes core's sources: both pages use some of its functions. */
export const pageSources = [
  "packages/core/src",
  "packages/agent-console/page",
  ...["vite.config.ts", "page", "src/page"].map((name) => `examples/quickstart/${name}`),
];
export const builtDirectories = [
  "packages/agent-console/page/dist",
  "examples/quickstart/dist/shop-page",
];

export function build() {
  for (const project of projects)
    run(nodePath(), ["node_modules/vite/bin/vite.js", "build"], project);
}
