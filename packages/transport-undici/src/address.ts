import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `public`: a host of the internet; `loopback`: this machine; `private`: everything else, unreadable text included. */
export type AddressClass = "public" | "loopback" | "private";

const globalUnicast = ipaddr.parseCIDR("2000::/3");
const nat64 = ipaddr.parseCIDR("64:ff9b::/96");
/** Azure's host agent: a public number that is answered by the machine's own hypervisor. */
const hostAgent = "168.63.129.16";

/** Reads an IP literal without brackets; an IPv4 address in the clothes of IPv6 (mapped, NAT64) becomes itself. */
export function readAddress(text: string): Address | null {
  if (!ipaddr.isValid(text)) {
    return null;
  }
  const address = ipaddr.parse(text);
  if (!isIpv6(address)) {
    return address;
  }
  if (address.isIPv4MappedAddress()) {
    return address.toIPv4Address();
  }
  return address.match(nat64) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

/**
 * Whose address this is (ruling 20). Loopback behind NAT64 is that of the translator, not of this machine. 6to4 and
 * Teredo count as private whatever they hold: a relay decides where they end. So does IPv6 outside 2000::/3, which
 * nobody has been given.
 */
export function classifyAddress(text: string): AddressClass {
  const address = readAddress(text);
  if (address === null) {
    return "private";
  }
  const range = address.range();
  if (range === "loopback") {
    return isTranslated(text) ? "private" : "loopback";
  }
  if (range !== "unicast" || address.toString() === hostAgent) {
    return "private";
  }
  return isIpv6(address) && !address.match(globalUnicast) ? "private" : "public";
}

function isTranslated(text: string): boolean {
  const address = ipaddr.parse(text);
  return isIpv6(address) && address.match(nat64);
}

/** One spelling per address, so that two can be compared; what is no address stays as it is. */
export function plainAddress(text: string): string {
  return readAddress(text)?.toString() ?? text;
}

function isIpv6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}
