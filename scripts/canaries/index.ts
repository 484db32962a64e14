import type { Canary } from "./canary.ts";
import { engineCanaries } from "./engine.ts";
import { memoryCanaries } from "./memory.ts";
import { ownerCanaries } from "./owners.ts";
import { pauseCanaries } from "./pauses.ts";
import { postgresCanaries } from "./postgres.ts";
import { protocolCanaries } from "./protocol.ts";
import { sqliteCanaries } from "./sqlite.ts";
import { stateCanaries } from "./state.ts";

/** Every canary of the repository. */
export const canaries: readonly Canary[] = [
  ...protocolCanaries,
  ...engineCanaries,
  ...memoryCanaries,
  ...stateCanaries,
  ...pauseCanaries,
  ...ownerCanaries,
  ...sqliteCanaries,
  ...postgresCanaries,
];
