/**
 * Under which name an address is counted: IPv4 as it is, also inside IPv6; of IPv6 the first 64 bits, since who has
 * one such address has as many as they like.
 */
export function addressKey(address: string): string {
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
