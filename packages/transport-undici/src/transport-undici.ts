import { createSecureContext, getCACertificates } from "node:tls";
import { HttpClient, readOptions, TargetCheck, Transport, TransportProbe } from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { Type } from "typebox";
import { readAllowList } from "./allow-list.ts";
import { type Lookup, sharedLookup, systemLookup } from "./host-resolver.ts";
import { UndiciProbe } from "./target-probe.ts";
import { UndiciHttpClient } from "./http-client/undici-http-client.ts";
import { UndiciTransport } from "./undici-transport.ts";

/** Options of `transportUndici` (ruling 20). */
export interface TransportUndiciOptions {
  /**
   * Targets that are permitted although they are not public: `host`, `host:port`, an IP address or a CIDR block. They
   * still need TLS. Default: none.
   */
  readonly allowTargets?: readonly string[];
  /** Permits loopback addresses, with or without TLS, for a developer's machine. Default `false`. */
  readonly allowInsecureLoopback?: boolean;
  /** Concurrent requests per origin; later ones wait. Default 512, more than one channel may have in flight. */
  readonly connectionsPerOrigin?: number;
  /**
   * Idle connections of all origins together; past it the oldest is closed. Default 512, the same as
   * `connectionsPerOrigin`, so that the next burst to one origin reuses the connections of the last.
   */
  readonly idleConnections?: number;
  /** How many bytes of a response are kept. Default 65 536, which the port promises. */
  readonly responseLimitBytes?: number;
  /** PEM certificates of authorities to trust in addition to Node's own. */
  readonly ca?: string;
  /** Default: the hosts file, then the name servers. */
  readonly lookup?: Lookup;
}

const Count = Type.Optional(Type.Integer({ minimum: 1 }));
const Options = Type.Object(
  {
    allowTargets: Type.Optional(Type.Array(Type.String())),
    allowInsecureLoopback: Type.Optional(Type.Boolean()),
    connectionsPerOrigin: Count,
    idleConnections: Count,
    responseLimitBytes: Count,
    ca: Type.Optional(Type.String()),
    lookup: Type.Optional(Type.Function([], Type.Unknown())),
  },
  { additionalProperties: false },
);

const probe = Symbol("undici probe") as ServiceIdentifier<UndiciProbe>;

/**
 * Binds `Transport`, `HttpClient`, `TransportProbe` and `TargetCheck`. Opens nothing before the first request, and
 * closes its connections on unload.
 * @throws ParleyError `invalid-allow-list`, `invalid-option`
 */
export const transportUndici = (options: TransportUndiciOptions = {}): ContainerModule => {
  const checked = readOptions<TransportUndiciOptions>("transportUndici", Options, options);
  const { allowTargets = [], allowInsecureLoopback = false, ca, lookup = systemLookup } = checked;
  const parts = {
    rules: { allowList: readAllowList(allowTargets), allowInsecureLoopback },
    connectionsPerOrigin: checked.connectionsPerOrigin ?? 512,
    idleConnections: checked.idleConnections ?? 512,
    responseLimitBytes: checked.responseLimitBytes ?? 65_536,
  };
  return new ContainerModule(({ bind }) => {
    const whole = () => ({
      ...parts,
      lookup: sharedLookup(lookup),
      secureContext: contextWith(ca),
    });
    bind(probe)
      .toResolvedValue(() => new UndiciProbe(whole()))
      .inSingletonScope();
    bind(TransportProbe).toService(probe);
    bind(TargetCheck).toService(probe);
    bind(Transport)
      .toResolvedValue(() => new UndiciTransport(whole()))
      .inSingletonScope()
      .onDeactivation((transport) => (transport as UndiciTransport).close());
    bind(HttpClient)
      .toResolvedValue(() => new UndiciHttpClient(whole()))
      .inSingletonScope()
      .onDeactivation((client) => (client as UndiciHttpClient).close());
  });
};

function contextWith(ca: string | undefined) {
  return ca === undefined
    ? undefined
    : createSecureContext({ ca: [...getCACertificates("default"), ca] });
}
