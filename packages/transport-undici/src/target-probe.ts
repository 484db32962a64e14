import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type {
  TargetCheck,
  TargetFault,
  TargetProbe,
  TargetRefusal,
  TransportProbe,
} from "@parley/core";
import { plainAddress } from "./address.ts";
import { plainHost } from "./allow-list.ts";
import { type DialRequest, dialTcp, ForbiddenAddress, dialTls } from "./dial.ts";
import { connectFault, tlsFault } from "./target-probe-faults.ts";
import {
  type GuardRules,
  literalAddress,
  permitsAddresses,
  readTarget,
  type Target,
} from "./target-guard.ts";
import { rejectOnAbort } from "./connection-pool.ts";
import type { TransportParts } from "./undici-transport.ts";

type ProbeProgress = { -readonly [Name in keyof TargetProbe]: TargetProbe[Name] };

/** Tests a target with the transport's own guard, lookup and authorities. It never sends a request. */
export class UndiciProbe implements TransportProbe, TargetCheck {
  readonly #parts: TransportParts;

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  async probe(url: string, signal: AbortSignal): Promise<TargetProbe> {
    const target = readTarget(url, this.#parts.rules);
    if (target === null) return unreadable(url);
    const sight = emptyProbe(`${target.host}:${target.port}`);
    try {
      sight.fault = await this.#look(target, sight, signal);
    } catch {
      sight.fault = signal.aborted ? "silent" : "unreachable";
    }
    return sight;
  }

  async check(url: string, signal: AbortSignal): Promise<TargetRefusal | null> {
    const target = readTarget(url, this.#parts.rules);
    if (target === null) return faultOfUrl(url);
    const addresses = await this.#addresses(target, emptyProbe(""), signal);
    // Only loopback may go without TLS, and a name without an address is not loopback.
    if (addresses.length === 0 && !target.secure) return "not-https";
    return faultOfAddresses(target, addresses, this.#parts.rules);
  }

  async #look(
    target: Target,
    sight: ProbeProgress,
    signal: AbortSignal,
  ): Promise<TargetFault | null> {
    const { rules, secureContext } = this.#parts;
    const addresses = await this.#addresses(target, sight, signal);
    const refusal = faultOfAddresses(target, addresses, rules);
    if (refusal !== null) return refusal;
    const vetted = new Set(addresses.map(plainAddress));
    const permitsAddress = (address: string): boolean => vetted.has(plainAddress(address));
    return connect({ target, addresses, secureContext, permitsAddress, signal }, sight);
  }

  async #addresses(
    target: Target,
    sight: ProbeProgress,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const literal = literalAddress(target);
    const startedAt = performance.now();
    const lookup = literal === null ? this.#parts.lookup(target.host) : Promise.resolve([literal]);
    const addresses = await rejectOnAbort(lookup, signal).catch(() => []);
    sight.nameMs = performance.now() - startedAt;
    sight.addresses = addresses.length;
    return addresses;
  }
}

async function connect(request: DialRequest, sight: ProbeProgress): Promise<TargetFault | null> {
  const startedAt = performance.now();
  let plain: Socket;
  try {
    plain = await dialTcp(request);
  } catch (error) {
    return error instanceof ForbiddenAddress
      ? "forbidden-address"
      : connectFault(error, request.signal);
  }
  sight.connectMs = performance.now() - startedAt;
  try {
    return request.target.secure ? await secure(plain, request, sight) : null;
  } finally {
    plain.destroy();
  }
}

async function secure(
  plain: Socket,
  request: DialRequest,
  sight: ProbeProgress,
): Promise<TargetFault | null> {
  const startedAt = performance.now();
  let socket: TLSSocket;
  try {
    socket = await dialTls(plain, request);
  } catch (error) {
    return tlsFault(error, request.signal);
  }
  sight.tlsMs = performance.now() - startedAt;
  sight.certificateExpiresAt = expiryOf(socket);
  socket.destroy();
  return null;
}

function expiryOf(socket: TLSSocket): number | null {
  const at = Date.parse(socket.getPeerCertificate().valid_to);
  return Number.isNaN(at) ? null : at;
}

function unreadable(text: string): TargetProbe {
  const fault = faultOfUrl(text);
  const host = fault === "not-https" ? plainHost(new URL(text).host) : "";
  return { ...emptyProbe(host), fault };
}

/** Why `readTarget` forbids a URL. */
function faultOfUrl(text: string): "unreadable-url" | "not-https" {
  const url = URL.parse(text);
  const isUnreadable = url === null || url.username !== "" || url.password !== "";
  return isUnreadable ? "unreadable-url" : "not-https";
}

function faultOfAddresses(
  target: Target,
  addresses: readonly string[],
  rules: GuardRules,
): TargetRefusal | null {
  if (addresses.length === 0) return "unresolvable";
  if (permitsAddresses(target, addresses, rules)) return null;
  return target.secure ? "forbidden-address" : "not-https";
}

function emptyProbe(host: string): ProbeProgress {
  return {
    fault: null,
    host,
    addresses: 0,
    nameMs: null,
    connectMs: null,
    tlsMs: null,
    certificateExpiresAt: null,
  };
}
