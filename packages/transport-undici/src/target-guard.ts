import { isIP } from "node:net";
import { classifyAddress } from "./address.ts";
import { type AllowList, plainHost } from "./allow-list.ts";

/** Where a request wants to go, before anything about its addresses is known. */
export interface Target {
  /** Scheme, host and port; connections are shared per origin. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly secure: boolean;
  /** Name or IP literal, without brackets and trailing dot. */
  readonly host: string;
  readonly port: number;
}

/** What the guard goes by. */
export interface GuardRules {
  readonly allowList: AllowList;
  readonly allowInsecureLoopback: boolean;
}

/**
 * Reads a URL, or answers `null` when no address could make it permitted: unreadable, neither http nor https, with
 * credentials, or http without `allowInsecureLoopback`. The URL parser has by then turned every spelling of an IPv4
 * address (`0x7f.1`, `2130706433`, full-width digits) into the plain one.
 */
export function readTarget(text: string, rules: GuardRules): Target | null {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") {
    return null;
  }
  const secure = url.protocol === "https:";
  if (!secure && !(url.protocol === "http:" && rules.allowInsecureLoopback)) {
    return null;
  }
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    secure,
    host: plainHost(url.hostname.replace(/^\[(.*)\]$/, "$1")),
    port: Number(url.port || (secure ? 443 : 80)),
  };
}

/** The target's address when its host is a literal, for which no name is looked up. */
export function literalAddress(target: Target): string | null {
  return isIP(target.host) === 0 ? null : target.host;
}

/**
 * Ruling 20: every address of the target must be public, or on the allow-list, or loopback where that is allowed.
 * Without TLS all of them must be loopback, whatever the allow-list says.
 */
export function permitsAddresses(
  target: Target,
  addresses: readonly string[],
  rules: GuardRules,
): boolean {
  return (
    addresses.length > 0 && addresses.every((address) => permitsAddress(target, address, rules))
  );
}

function permitsAddress(target: Target, address: string, rules: GuardRules): boolean {
  const kind = classifyAddress(address);
  if (kind === "loopback" && rules.allowInsecureLoopback) {
    return true;
  }
  const { allowList } = rules;
  const listed =
    allowList.allowsHost(target.host, String(target.port)) || allowList.allowsAddress(address);
  return target.secure && (kind === "public" || listed);
}
