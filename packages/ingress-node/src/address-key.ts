import { isIP } from "node:net";

/** Counts whatever is no address: a proxy too many was trusted, and anybody can write anything there. */
const noAddress = "";

/**
 * Under which name an address is counted: IPv4 as it is, also inside IPv6; of IPv6 the first 64 bits, since who has
 * one such address has as many as they like. Every text that is no address has one name together.
 */
export function addressKey(address: string): string {
  if (isIP(address) === 0) {
    return noAddress;
  }
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) {
    return mapped ?? address;
  }
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return `${groups.slice(0, 4).join(":").toLowerCase()}::/64`;
}
