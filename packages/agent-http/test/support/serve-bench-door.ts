import { Door, type DoorRequest } from "@parley/core";
import { type Bench, untilDeath } from "./bench-time.ts";
import { type ServedDoor, serveDoor } from "./serve-door.ts";

/** The name of the plugin's instance. */
const name = "http";

/** Mounts the door of the plugin on the bench: of the node that runs. */
export function serveBenchDoor(
  bench: Bench,
  plugin: Awaited<ReturnType<Bench["plug"]>>,
): Promise<ServedDoor> {
  return serveDoor(name, {
    handle: async (request: DoorRequest, signal: AbortSignal) =>
      untilDeath(bench, (await plugin.get(Door, name)).handle(request, signal)),
  });
}
