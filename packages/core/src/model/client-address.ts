import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Longer than any address with all that proxies write around it; what is longer is none. */
const lengthLimit = 100;
/** Addresses of IPv4 clients behind a translator to IPv6 (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
const networkBits = 64;

/**
 * The IP address in what a proxy, or a socket, says of a client: without port, brackets, zone and quotes, in one spelling
 * (RFC 5952; IPv4 inside IPv6 as IPv4). An element of `Forwarded` (RFC 7239) may stand there as well. Of several between
 * commas the last counts, which the nearest proxy wrote. `null` where there is none: `unknown`, `_hidden`, a name, nothing;
 * a socket whose client has left says `undefined`.
 */
export function plainAddress(text: string | undefined): string | null {
  const read = readAddress(text);
  return read === null ? null : spelling(read);
}

/**
 * The address that a client is known by: the one that is claimed for it, else that of its connection, so that what cannot
 * be read tells nobody apart. Empty where neither is an address, as on a socket of files.
 */
export function clientAddress(claimed: string | undefined, connection: string | undefined): string {
  return plainAddress(claimed) ?? plainAddress(connection) ?? "";
}

/**
 * Under which name an address is counted: an IPv4 address by itself; of IPv6 the first 64 bits, since who has one such
 * address has as many as they like. Empty where there is none.
 */
export function networkOf(address: string | undefined): string {
  const read = readAddress(address);
  if (read === null) return "";
  if (isIPv4(read)) return spelling(read);
  const parts = read.parts.map((part, index) => (index * 16 < networkBits ? part : 0));
  return `${spelling(new ipaddr.IPv6(parts))}/${networkBits}`;
}

function spelling(address: Address): string {
  return isIPv4(address) ? address.toString() : address.toRFC5952String();
}

function readAddress(text: string | undefined): Address | null {
  if (text === undefined) return null;
  if (text.length > lengthLimit && !text.includes(",")) return null;
  const address = addressIn(nodeIn(text.slice(text.lastIndexOf(",") + 1).slice(0, lengthLimit)));
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (!ipaddr.IPv6.isValid(address)) return null;
  const read = ipaddr.IPv6.parse(address);
  if (read.isIPv4MappedAddress()) return read.toIPv4Address();
  return read.match(nat64) ? new ipaddr.IPv4(read.toByteArray().slice(12)) : read;
}

/** What `for` names in an element of `Forwarded`; all of the text where it is none. */
function nodeIn(element: string): string {
  const node = element.includes("=")
    ? (/(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(element)?.[1] ?? "")
    : element;
  return node.trim().replace(/^"(.*)"$/, "$1");
}

/** Without brackets, zone and port, each where there is one. */
function addressIn(node: string): string {
  const bare =
    /^\[([^\]]*)\](?::[\w.-]*)?$/.exec(node)?.[1] ??
    // A port behind IPv4, or behind all eight groups of IPv6: elsewhere it cannot be told from a group, and lies outside
    // the network.
    /^(.*\d+\.\d+\.\d+\.\d+|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}):[\w.-]*$/i.exec(node)?.[1] ??
    node;
  return bare.replace(/%.*$/, "");
}

function isIPv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === "ipv4";
}
