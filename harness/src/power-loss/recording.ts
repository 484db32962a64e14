import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { compileNative } from "../native/compile.ts";
import { type Operation, readOperations } from "./operation.ts";

/** How the recorded store syncs: as it does, the same with syncs that fail, or as `synchronous=NORMAL` would. */
export type Regime = "full" | "failing syncs" | "normal";

/** Of so many syncs the first quarter fails. */
const failingSpan = "40";

/**
 * Runs two gateways after each other on one directory below `scratch`, until each has acknowledged half of `messages`;
 * the first one is killed, the second one closed. @returns everything they did to the files.
 */
export async function recordGateways(
  scratch: string,
  regime: Regime,
  messages: number,
): Promise<Operation[]> {
  const directory = join(scratch, regime);
  const log = join(scratch, `${regime}.log`);
  mkdirSync(directory);
  const environment = {
    ...process.env,
    LD_PRELOAD: compileNative("recorder", scratch),
    PARLEY_RECORD_DIRECTORY: directory,
    PARLEY_RECORD_LOG: log,
    ...(regime === "failing syncs" ? { PARLEY_RECORD_FAIL_SYNCS: failingSpan } : {}),
  };
  const half = String(Math.ceil(messages / 2));
  await run(environment, [directory, "a", half, regime, "killed"], "SIGKILL");
  await run(environment, [directory, "b", half, regime, "closed"], 0);
  return readOperations(readFileSync(log));
}

async function run(
  env: NodeJS.ProcessEnv,
  values: readonly string[],
  wantedEnd: number | NodeJS.Signals,
): Promise<void> {
  const host = join(import.meta.dirname, `host${extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [...process.execArgv, host, ...values], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 600_000,
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  if ((code ?? signal) !== wantedEnd) throw new Error(`the gateway ended with ${code ?? signal}`);
}
