import { createRequire } from "node:module";
import type { Kind } from "./kind.ts";

const own = createRequire(import.meta.url)("#package.json") as {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly engines: object;
};

/** Where packages of ours come from, by name: `file:vendor/….tgz`; `null`: from the registry. */
export type Tarballs = Readonly<Record<string, string>> | null;

const kit = ["@parley/agent-kit"] as const;
const peers = ["@parley/core", "inversify", "reflect-metadata"] as const;
const tools = [
  "@parley/conformance",
  "@parley/core",
  "@parley/ingress-express",
  "@parley/platform-node",
  "@parley/store-sqlite",
  "@parley/transport-undici",
  "@types/express",
  "@types/node",
  "express",
  "inversify",
  "reflect-metadata",
  "typescript",
] as const;

/** Every package that a new one may import. One that has such a name would import itself. */
export const neededPackages: readonly string[] = [...kit, ...peers, ...tools, "typebox"];

/** Packages of ours that a package of this kind names. */
export function parleyPackages(kind: Kind): readonly string[] {
  return [...(kind === "plain" ? [] : kit), ...tools].filter((name) => name.startsWith("@parley/"));
}

/** The `package.json` of a new package. */
export function manifestOf(name: string, kind: Kind, tarballs: Tarballs): object {
  return {
    name,
    version: "0.1.0",
    // Until its dependencies come from the registry.
    ...(tarballs === null ? {} : { private: true }),
    description: "A Parley plugin for an agent app.",
    type: "module",
    exports: { ".": { types: "./dist/src/index.d.ts", default: "./dist/src/index.js" } },
    files: ["dist/src", "dist/test", "src"],
    parley: { check: "./dist/test/check.js" },
    scripts: {
      build: "tsc -p .",
      pretest: "npm run build",
      test: "node --test --test-force-exit dist/test/suite.test.js",
      prestart: "npm run build",
      start: "node --enable-source-maps dist/host.js",
      prepack: "npm run build",
    },
    dependencies: ranges([...(kind === "plain" ? [] : kit), "typebox"], tarballs),
    peerDependencies: ranges(peers, null),
    devDependencies: ranges(tools, tarballs),
    // What our packages ask of each other comes from the same files.
    ...(tarballs === null ? {} : { overrides: tarballs }),
    engines: own.engines,
  };
}

function ranges(names: readonly string[], tarballs: Tarballs): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, tarballs?.[name] ?? rangeOf(name)]));
}

function rangeOf(name: string): string {
  const version = name.startsWith("@parley/") ? own.version : own.devDependencies[name];
  return `^${version}`;
}
