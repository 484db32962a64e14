import { ParleyError } from "@parley/core";
import ipaddr from "ipaddr.js";
import { readAddress } from "./address.ts";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

interface HostEntry {
  readonly host: string;
  /** `null`: any port. */
  readonly port: string | null;
}

/** Targets that are permitted although they are not public. */
export interface AllowList {
  /** Whether the name is in the list. Then all its addresses are permitted. */
  allowsHost(host: string, port: string): boolean;
  allowsAddress(address: string): boolean;
}

/**
 * Reads entries of the forms `host`, `host:port`, an IP address, or a CIDR block.
 * @throws ParleyError `invalid-allow-list` naming the entry
 */
export function readAllowList(entries: readonly string[]): AllowList {
  const ranges: Range[] = [];
  const hosts: HostEntry[] = [];
  for (const entry of entries) {
    const range = readRange(entry);
    if (range === null) {
      hosts.push(readHost(entry));
    } else {
      ranges.push(range);
    }
  }
  return {
    allowsHost: (host, port) =>
      hosts.some((entry) => entry.host === host && (entry.port ?? port) === port),
    allowsAddress: (address) => ranges.some((range) => contains(range, address)),
  };
}

function readRange(entry: string): Range | null {
  if (ipaddr.isValidCIDR(entry)) {
    return ipaddr.parseCIDR(entry);
  }
  const address = readAddress(entry.replace(/^\[(.*)\]$/, "$1"));
  return address === null ? null : [address, address.toByteArray().length * 8];
}

function readHost(entry: string): HostEntry {
  const [, name = "", port] = /^([^\s:/?#@[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const url = URL.parse(`https://${name}`);
  if (url === null) {
    throw new ParleyError(
      "invalid-allow-list",
      `"${entry}" is neither a host, host:port, IP address nor CIDR block.`,
    );
  }
  return { host: plainHost(url.hostname), port: port ?? null };
}

function contains([network, bits]: Range, text: string): boolean {
  const address = readAddress(text);
  return address !== null && address.kind() === network.kind() && address.match(network, bits);
}

/** A URL's host name without the trailing dot of a fully qualified one. */
export function plainHost(hostname: string): string {
  return hostname.replace(/\.$/, "");
}
