import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `public`: a host of the internet; `loopback`: this machine; `private`: every other address, and invalid text. */
export type AddressClass = "public" | "loopback" | "private";

const globalUnicast = ipaddr.parseCIDR("2000::/3");
const nat64 = ipaddr.parseCIDR("64:ff9b::/96");
/** Azure's host agent: a public address that the machine's own hypervisor answers. */
const hostAgent = "168.63.129.16";

/** Reads an IP literal without brackets. An IPv4 address in IPv6 form (mapped, NAT64) becomes IPv4. */
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
 * Classifies an address (ruling 20). Loopback behind NAT64 is the translator's, so it counts as private. So do 6to4 and
 * Teredo, because a relay decides where they end, and unassigned IPv6 outside 2000::/3.
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

/** The canonical spelling of an address, for comparisons. Any other text stays unchanged. */
export function plainAddress(text: string): string {
  return readAddress(text)?.toString() ?? text;
}

function isIpv6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}
