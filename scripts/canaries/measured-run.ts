import { spawn } from "node:child_process";

/** The result of one program run. */
export interface Measured {
  /** Its output on both streams. */
  readonly output: string;
  /** CPU time of the program and of all its children that have ended. */
  readonly cpuSeconds: number;
}

const timeoutMs = 120_000;
// The shell's `times` includes grandchildren, which Node cannot measure. The kernel ends an endless loop.
const script = 'ulimit -t "$1"; shift; "$@" 2>&1; times';

/** Runs Node in a copy. The kernel ends a process that uses more than `limitSeconds` of CPU. */
export async function measure(
  copy: string,
  args: readonly string[],
  limitSeconds: number,
): Promise<Measured> {
  const command = [String(limitSeconds), process.execPath, ...args];
  const child = spawn("sh", ["-c", script, "sh", ...command], {
    cwd: copy,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
  };
  const patience = setTimeout(end, timeoutMs);
  process.once("exit", end);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  clearTimeout(patience);
  process.off("exit", end);
  const output = Buffer.concat(chunks).toString();
  return { output, cpuSeconds: cpuSecondsOf(output) };
}

/** Reads the last line of `times`, which is about children: `0m1.23s 0m0.45s`. Without it the run was cut off. */
export function cpuSecondsOf(output: string): number {
  const [, user = "", system = ""] =
    /^(\d+m[\d.]+s) (\d+m[\d.]+s)\s*$/.exec(lastLine(output)) ?? [];
  return user === "" ? Number.POSITIVE_INFINITY : secondsOf(user) + secondsOf(system);
}

function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1) ?? "";
}

function secondsOf(text: string): number {
  const [minutes = "0", seconds = "0"] = text.replace("s", "").split("m");
  return Number(minutes) * 60 + Number(seconds);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}
