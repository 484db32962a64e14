import { defaultBackend } from "../../model/backend-pause.ts";
import type { DueListener } from "../../ports/due-listener.ts";
import type { PluginInstance } from "../../ports/plugin-instance.ts";
import type { ErasureService } from "../../wiring/collected-services.ts";
import type { BoundService } from "../../wiring/bound-services.ts";
import type { EngineParts } from "../engine-parts.ts";
import { writeStandingEntries } from "./standing-entries.ts";

/** The instances of a gateway, and what they have bound. */
export interface PluginPorts {
  readonly instances: readonly PluginInstance[];
  readonly plugins: {
    readonly due: readonly BoundService<DueListener>[];
    readonly erasure: readonly ErasureService[];
  };
}

/** What runs for plugins while the gateway does: their due calls, and notices of erased conversations. */
export class Plugins {
  readonly #parts: EngineParts;
  readonly #ports: PluginPorts;

  constructor(parts: EngineParts, ports: PluginPorts) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** @throws ParleyError `invalid-option`, and the store's error */
  async start(): Promise<void> {
    const { erasures, dueCalls, entrySweep, pluginState, ports } = this.#parts;
    const { instances, plugins } = this.#ports;
    const at = { now: ports.clock.now(), logger: ports.logger };
    for (const instance of instances)
      await writeStandingEntries(instance, pluginState(instance.name), at);
    erasures.start(
      plugins.erasure.map(({ instance, service, backends }) => ({
        instance,
        listener: service,
        backends,
      })),
      knownBackends(this.#parts),
    );
    dueCalls.start(new Map(plugins.due.map(({ instance, service }) => [instance ?? "", service])));
    if (instances.length > 0) entrySweep.start();
  }

  /** Aborts the calls that run, and waits for them. Never rejects. */
  async stop(timeoutMs: number): Promise<void> {
    const { erasures, dueCalls, entrySweep } = this.#parts;
    await Promise.all([
      erasures.stop(timeoutMs),
      dueCalls.stop(timeoutMs),
      entrySweep.stop(timeoutMs),
    ]);
  }
}

/** The agent apps of this node, and those that are gone for good. `null`: there is no router, so that there are no others. */
function knownBackends({ backends, standIns }: EngineParts): readonly string[] | null {
  const isRouted = backends.some((name) => name !== defaultBackend);
  return isRouted ? [...backends, ...Object.keys(standIns)] : null;
}
