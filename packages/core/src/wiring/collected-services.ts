import type { DueListener } from "../ports/due-listener.ts";
import type { ErasureListener } from "../ports/erasure-listener.ts";
import type { NamedDoor } from "../ports/door.ts";
import type { Observer } from "../ports/platform/observer.ts";
import type { Diagnostician } from "../ports/services/diagnostician.ts";
import type { BackupSource } from "../ports/stores/backup-source.ts";
import type { ConnectedBackend } from "../engine/backends/connected-backend.ts";
import type { AgentRouter } from "../ports/agent-router.ts";
import type { PluginInstance } from "../ports/plugin-instance.ts";
import type { BoundService } from "./bound-services.ts";

/** What a gateway's adapters and agent apps have bound, under the names by which the store knows their instances. */
export interface CollectedServices {
  readonly router: AgentRouter | null;
  readonly backends: ConnectedBackend[];
  readonly instances: PluginInstance[];
  readonly due: BoundService<DueListener>[];
  readonly erasure: ErasureService[];
  readonly doors: NamedDoor[];
  /** Those of agent apps beside others; the rest is known before. */
  readonly observers: Observer[];
  readonly diagnosticians: Diagnostician[];
  readonly backups: BackupSource[];
}

/** A listener of erasures. */
export interface ErasureService extends BoundService<ErasureListener> {
  /** Names of the backends whose conversations it hears of: its own, and those that it may read; `null`: of all. */
  readonly backends: readonly string[] | null;
}

export function nothingCollected(router: AgentRouter | null): CollectedServices {
  return {
    router,
    backends: [],
    instances: [],
    due: [],
    erasure: [],
    doors: [],
    observers: [],
    diagnosticians: [],
    backups: [],
  };
}
