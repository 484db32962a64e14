import { isIP } from "node:net";
import { classifyAddress } from "./address.ts";
import { type AllowList, plainHost } from "./allow-list.ts";

/** The target of a request, before its addresses are known. */
export interface Target {
  /** Scheme, host and port. Requests of one origin share connections. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly secure: boolean;
  /** Name or IP literal, without brackets and trailing dot. */
  readonly host: string;
  readonly port: number;
}

/** The rules of the address guard. */
export interface GuardRules {
  readonly allowList: AllowList;
  readonly allowInsecureLoopback: boolean;
}

/**
 * Reads a URL. `null` when it is forbidden whatever its addresses are: unreadable, neither http nor https, with
 * credentials, or http without `allowInsecureLoopback`. The URL parser normalises every spelling of an IPv4 address
 * (`0x7f.1`, `2130706433`, full-width digits).
 */
export function readTarget(text: string, rules: GuardRules): Target | null {
  const target = parseTarget(text);
  return target?.secure || rules.allowInsecureLoopback ? target : null;
}

/** Reads a URL. `null` when it is unreadable, neither http nor https, or has credentials. */
export function parseTarget(text: string): Target | null {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") {
    return null;
  }
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") {
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

/** The target's address when its host is an IP literal; `null` for a name. */
export function literalAddress(target: Target): string | null {
  return isIP(target.host) === 0 ? null : target.host;
}

/**
 * Ruling 20: every address of the target must be public, on the allow-list, or an allowed loopback. Without TLS every
 * address must be loopback, even with an allow-list.
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
