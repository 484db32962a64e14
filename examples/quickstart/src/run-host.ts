import type { Host } from "./host.ts";
import { sentenceOf } from "./start-error.ts";

/** Draining takes at most 10 s. Stored messages are safe even if closing never ends. */
const timeoutMs = 9_800;

const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Runs a host as this process. Prints when it is ready, or why it cannot start. Drains it on SIGTERM, on SIGINT, or
 * when the parent process is gone.
 *
 * @param leaveMs how long the host reports not ready before it drains
 */
export async function runHost(start: () => Promise<Host>, leaveMs: number): Promise<void> {
  const starting = start();
  let stopping = false;
  const stop = (): void => {
    // One signal may arrive twice: from the terminal's process group and from npm.
    if (stopping) return;
    stopping = true;
    void starting.then(
      (host) => stopHost(host, leaveMs + timeoutMs),
      () => undefined,
    );
  };
  for (const event of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(event, stop);

  try {
    const host = await starting;
    const lines = stopping ? [] : [...host.welcome, `parley ready ${host.url}`];
    for (const line of lines) process.stdout.write(`${line}\n`);
  } catch (error) {
    tell(sentenceOf(error));
    process.exit(1);
  }
}

async function stopHost(host: Host, limitMs: number): Promise<void> {
  setTimeout(() => {
    tell("Shutdown took too long and was cut short. Every accepted message is stored.");
    process.exit(1);
  }, limitMs).unref();
  await host.stop();
  process.exit(0);
}
