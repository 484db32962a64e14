import { createSecureContext, getCACertificates } from "node:tls";
import { ParleyError, Transport, TransportProbe } from "@parley/core";
import { ContainerModule } from "inversify";
import { readAllowList } from "./allow-list.ts";
import { type Lookup, sharedLookup, systemLookup } from "./host-resolver.ts";
import { UndiciProbe } from "./target-probe.ts";
import { UndiciTransport } from "./undici-transport.ts";

/** What a host may set about the way out (ruling 20). */
export interface TransportUndiciOptions {
  /**
   * Targets that are permitted although they are not public: `host`, `host:port`, an IP address or a CIDR block.
   * TLS stays required. Default: none.
   */
  readonly allowTargets?: readonly string[];
  /** Permits loopback addresses, and http to them: for a developer's machine. Default `false`. */
  readonly allowInsecureLoopback?: boolean;
  /** Requests under way per origin; later ones wait for a place. Default 512, more than one channel may have in flight. */
  readonly connectionsPerOrigin?: number;
  /**
   * Kept-alive connections over all origins; past it the oldest is closed. Default 512, as many as one origin may have
   * under way: fewer, and a rush opens anew what the one before it closed.
   */
  readonly idleConnections?: number;
  /** How much of a response is kept. Default 65536, which is what the port promises. */
  readonly responseLimitBytes?: number;
  /** Certificates (PEM) of authorities to trust beside Node's own. */
  readonly ca?: string;
  /** Finds the addresses of a name. Default: the hosts file, then the name servers. */
  readonly lookup?: Lookup;
}

/**
 * Binds `Transport` to undici, and `TransportProbe` beside it. Nothing is opened before the first request; what was opened is closed on unload.
 * @throws ParleyError `invalid-allow-list`, `invalid-option`
 */
export const transportUndici = (options: TransportUndiciOptions = {}): ContainerModule => {
  const { allowTargets = [], allowInsecureLoopback = false, ca, lookup = systemLookup } = options;
  const parts = {
    rules: { allowList: readAllowList(allowTargets), allowInsecureLoopback },
    connectionsPerOrigin: wholeNumber("connectionsPerOrigin", options.connectionsPerOrigin ?? 512),
    idleConnections: wholeNumber("idleConnections", options.idleConnections ?? 512),
    responseLimitBytes: wholeNumber("responseLimitBytes", options.responseLimitBytes ?? 65_536),
  };
  return new ContainerModule(({ bind }) => {
    const whole = () => ({
      ...parts,
      lookup: sharedLookup(lookup),
      secureContext: contextWith(ca),
    });
    bind(TransportProbe)
      .toResolvedValue(() => new UndiciProbe(whole()))
      .inSingletonScope();
    bind(Transport)
      .toResolvedValue(() => new UndiciTransport(whole()))
      .inSingletonScope()
      .onDeactivation((transport) => (transport as UndiciTransport).close());
  });
};

function contextWith(ca: string | undefined) {
  return ca === undefined
    ? undefined
    : createSecureContext({ ca: [...getCACertificates("default"), ca] });
}

function wholeNumber(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new ParleyError("invalid-option", `${name} must be a whole number of at least 1.`);
  }
  return value;
}
