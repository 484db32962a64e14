import { join } from "node:path";

const decisions = [
  "packages/core/src/engine/outbound/{attempt-memo,redelivery}.ts",
  "packages/core/src/engine/inbound/backend-health.ts",
  "packages/core/src/engine/dispatch/failed-verdict.ts",
  "packages/core/src/engine/commit/store-refusal.ts",
] as const;

/** The pure parts of core: protocol, model and retry code. */
export const mutated = [
  "packages/core/src/protocol/**/*.ts",
  "packages/core/src/model/**/*.ts",
  ...decisions,
] as const;

/** The quick tier: code that decides about attempts, verdicts and targets. */
export const decisive = [
  ...decisions,
  "packages/core/src/model/**/*.ts",
  "packages/core/src/protocol/answers/{acknowledgement,target-url}.ts",
  "packages/core/src/protocol/senders/visitor-id.ts",
] as const;

/** Path of Stryker's report in a copy. */
export const reportIn = (copy: string): string => join(copy, "mutation.json");

/**
 * Stryker's options for a run in `copy`, a scratch copy that it may edit. All mutators are on, including static
 * mutants.
 */
export function strykerOptions(copy: string, files: readonly string[]): object {
  return {
    mutate: files,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    inPlace: true,
    concurrency: 2,
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: reportIn(copy) },
    allowConsoleColors: false,
    tempDirName: join(copy, ".stryker"),
  };
}

/** Whether a source tells Stryker to ignore mutants. */
export function isExcused(text: string): boolean {
  return /Stryker\s+(?:disable|restore)/.test(text);
}
