import { Door, type DoorRequest } from "@parley/core";
import { serveDoors } from "../../../conformance/test/plugins/support/serve-doors.ts";
import { type Bench, untilDeath } from "./bench-time.ts";

/** The name of the plugin's instance. */
const name = "http";

/** A door on a real socket. */
interface ServedDoor {
  /** Address of the door, without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Mounts the door of the plugin on the bench: of the node that runs. */
export async function serveBenchDoor(
  bench: Bench,
  plugin: Awaited<ReturnType<Bench["plug"]>>,
): Promise<ServedDoor> {
  const handle = async (request: DoorRequest, signal: AbortSignal) =>
    untilDeath(bench, (await plugin.get(Door, name)).handle(request, signal));
  const { url, close } = await serveDoors([{ name, handle }]);
  return { url: url(name), close };
}
