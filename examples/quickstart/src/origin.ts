import { isIPv6 } from "node:net";

const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Origin of a server on this machine that listens on `host` and `port`. */
export function originAt(host: string, port: number): string {
  const reachable = everywhere[host] ?? host;
  return new URL(`http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`).origin;
}
