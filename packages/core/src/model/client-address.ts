import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** No address is longer, even with a proxy's brackets, port and quotes. A longer text is not an address. */
const lengthLimit = 100;
/** Addresses of IPv4 clients behind a translator to IPv6 (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
const networkBits = 64;

/**
 * The IP address in the text that a proxy or a socket gives for a client. Strips port, brackets, zone and quotes.
 * Spells it as in RFC 5952, and IPv4 inside IPv6 as IPv4.
 * Accepts an element of `Forwarded` (RFC 7239) as well. In a list with commas the last element counts, because the
 * nearest proxy wrote it.
 * `null` when the text holds no address: `unknown`, `_hidden`, a name, an empty text, or the `undefined` of a
 * closed socket.
 */
export function plainAddress(text: string | undefined): string | null {
  const read = readAddress(text);
  return read === null ? null : spelling(read);
}

/**
 * The address of a client: the claimed one, else that of its connection. A claim that cannot be parsed therefore
 * does not create a new client. Empty when neither is an address, as on a Unix socket.
 */
export function clientAddress(claimed: string | undefined, connection: string | undefined): string {
  return plainAddress(claimed) ?? plainAddress(connection) ?? "";
}

/**
 * The key under which an address is counted. IPv4: the address. IPv6: its first 64 bits, because one client usually
 * owns all addresses of such a network. Empty when there is no address.
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

/** The `for` value of an element of `Forwarded`; the whole text when it is not such an element. */
function nodeIn(element: string): string {
  const node = element.includes("=")
    ? (/(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(element)?.[1] ?? "")
    : element;
  return node.trim().replace(/^"(.*)"$/, "$1");
}

/** Strips brackets, zone and port where present. */
function addressIn(node: string): string {
  const bare =
    /^\[([^\]]*)\](?::[\w.-]*)?$/.exec(node)?.[1] ??
    // A port is recognised behind IPv4 and behind all eight groups of IPv6. Elsewhere it looks like a group; it
    // then lies outside the network bits, so it does no harm.
    /^(.*\d+\.\d+\.\d+\.\d+|(?:[\da-f]{1,4}:){7}[\da-f]{1,4}):[\w.-]*$/i.exec(node)?.[1] ??
    node;
  return bare.replace(/%.*$/, "");
}

function isIPv4(address: Address): address is ipaddr.IPv4 {
  return address.kind() === "ipv4";
}
