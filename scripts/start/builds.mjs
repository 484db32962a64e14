import { existsSync, readdirSync } from "node:fs";
import { digestOf } from "./digest.mjs";
import { nodePath } from "./node.mjs";
import { run } from "./run.mjs";

const vite = ["node_modules/vite/bin/vite.js", "build"];
const rolldown = ["node_modules/rolldown/bin/cli.mjs", "-c"];

const sourcesOfPackages = readdirSync("packages")
  .map((name) => `packages/${name}/src`)
  .filter((path) => existsSync(path));

/** The builds: each runs `command` in `directory`. Both pages include some functions of core. */
export const builds = [
  {
    name: "console page",
    directory: "packages/agent-console/page",
    command: vite,
    sources: ["packages/core/src", "packages/agent-console/page"],
    output: "packages/agent-console/page/dist",
  },
  {
    name: "shop page",
    directory: "examples/quickstart",
    command: vite,
    sources: [
      "packages/core/src",
      ...["vite.config.ts", "page", "src/page"].map((name) => `examples/quickstart/${name}`),
    ],
    output: "examples/quickstart/dist/shop-page",
  },
  {
    name: "gateway and shop",
    directory: "examples/quickstart",
    command: rolldown,
    sources: [
      ...sourcesOfPackages,
      ...["rolldown.config.ts", "src"].map((name) => `examples/quickstart/${name}`),
    ],
    output: "examples/quickstart/dist/program",
  },
];

/** Digest of the sources and the output of a build; `null` before the first build. */
export function digestOfBuild({ sources, output }) {
  return existsSync(output) ? digestOf(["pnpm-lock.yaml", ...sources, output]) : null;
}

export function build({ directory, command }) {
  run(nodePath(), command, { directory, isSilent: true });
}
