import "reflect-metadata";
import { type TargetProbe, Transport, TransportProbe } from "@parley/core";
import { transportUndici, type TransportUndiciOptions } from "@parley/transport-undici";
import { Container } from "inversify";

/** Opens the gateway's own transport, so that address guard, deadline and answer limit are the same. */
export class Transports {
  readonly #options: TransportUndiciOptions;

  /** @throws ParleyError `invalid-allow-list` */
  constructor(options: TransportUndiciOptions) {
    this.#options = options;
    transportUndici(options);
  }

  /** Opens a transport with no connections for `work`, and closes it afterwards. */
  async use<Value>(work: (transport: Transport) => Promise<Value>): Promise<Value> {
    return this.#with((container) => work(container.get(Transport)));
  }

  /** How far a connection gets, without sending anything; `null` when the transport cannot tell. */
  async probe(url: string, signal: AbortSignal): Promise<TargetProbe | null> {
    return this.#with(async (container) =>
      container.isBound(TransportProbe) ? container.get(TransportProbe).probe(url, signal) : null,
    );
  }

  async #with<Value>(work: (container: Container) => Promise<Value>): Promise<Value> {
    const container = new Container();
    const module = transportUndici(this.#options);
    await container.loadAsync(module);
    try {
      return await work(container);
    } finally {
      await container.unloadAsync(module);
    }
  }
}
