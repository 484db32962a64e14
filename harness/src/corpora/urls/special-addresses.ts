import { BlockList, isIPv6 } from "node:net";

/** The special-purpose registries of IANA (RFC 6890 and after), written down apart from the gateway's own list. */
const blocks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  blocks.addSubnet(network, prefix, "ipv4");
/** Of IPv6 only this much is given to hosts of the internet, less what is taken out of it. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  blocks.addSubnet(network, prefix, "ipv6");

/** Whether an address is a host's on the internet. */
export function isPublic(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "");
  if (!isIPv6(bare)) return !blocks.check(bare, "ipv4");
  return globalUnicast.check(bare, "ipv6") && !blocks.check(bare, "ipv6");
}
