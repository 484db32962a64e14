import type { RequestListener } from "node:http";
import type { RawClient } from "@parley/conformance";
import type { Door, DoorRequest, DoorResponse, NamedDoor } from "@parley/core";
import { doorsNode, type DoorsNodeOptions, type ServerBounds } from "../../src/index.ts";
import { listen } from "./served.ts";

export interface DoorsGiven extends DoorsNodeOptions {
  readonly handle?: Door["handle"];
  readonly bounds?: ServerBounds;
  /** Mounts them elsewhere than on bare Node. */
  readonly mount?: (doors: readonly NamedDoor[], options: DoorsNodeOptions) => RequestListener;
}

export interface OpenedDoors {
  readonly client: RawClient;
  /** What the door `desk` was asked. */
  readonly asked: DoorRequest[];
  readonly lines: unknown[];
}

/** The door `desk` on a real socket; it answers 204 unless it is told otherwise. */
export async function doorsOn(given: DoorsGiven = {}): Promise<OpenedDoors> {
  const { handle, bounds, mount = doorsNode, ...options } = given;
  const asked: DoorRequest[] = [];
  const lines: unknown[] = [];
  const desk: NamedDoor = {
    name: "desk",
    handle: async (request, signal): Promise<DoorResponse> => {
      asked.push(request);
      return handle === undefined ? { status: 204 } : handle(request, signal);
    },
  };
  const logger = { error: (...line: unknown[]) => void lines.push(line) };
  const listener = mount([desk], { logger, ...options });
  const client = await listen(listener, bounds === undefined ? {} : { bounds });
  return { client, asked, lines };
}
