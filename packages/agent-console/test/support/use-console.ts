import { afterEach } from "vitest";
import { ConsoleClient } from "./console-client.ts";
import { type ConsoleHost, type ConsoleHostOptions, startConsoleHost } from "./console-host.ts";

export interface StartedConsole {
  readonly host: ConsoleHost;
  /** Not signed in. */
  readonly client: ConsoleClient;
}

/** Starts consoles that are closed after each test. */
export function useConsole(): (options?: ConsoleHostOptions) => Promise<StartedConsole> {
  const hosts: ConsoleHost[] = [];
  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.close();
  });
  return async (options = {}) => {
    const host = await startConsoleHost(options);
    hosts.push(host);
    return { host, client: new ConsoleClient(host.url) };
  };
}

/** Repeats a request until it has an answer. */
export async function until<Value>(
  ask: () => Promise<Value | null | undefined | false>,
): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (value !== null && value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
