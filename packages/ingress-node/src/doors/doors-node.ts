import type { IncomingMessage, RequestListener } from "node:http";
import type { NamedDoor } from "@parley/core";
import { checkBasePath, remoteAddress } from "../mount-options.ts";
import { DoorHandler } from "./door-handler.ts";
import type { DoorsOptions } from "./door-options.ts";
import { doorTarget } from "./door-target.ts";

/** Options of `doorsNode`. */
export interface DoorsNodeOptions extends DoorsOptions {
  /** Path of the doors: a slash before every part, none at the end. Default `/agents`. */
  readonly basePath?: string;
  /** Serves all other paths, such as an Express app. Default: `404`. */
  readonly otherwise?: RequestListener;
  /** The client's address behind a proxy, with or without a port. Default: the socket's remote address. */
  readonly clientAddress?: (request: IncomingMessage) => string | undefined;
}

/**
 * The doors of a gateway (`gateway.doors`) as a listener for `createServer`: the door `desk` answers `/agents/desk` and
 * every path below it. All other paths below `basePath` get `404`. Paths outside it go to `otherwise`.
 * Harden the server with `hardenServer`.
 *
 * @throws ParleyError `invalid-option`
 */
export const doorsNode = (
  doors: readonly NamedDoor[],
  options: DoorsNodeOptions = {},
): RequestListener => {
  const { basePath = "/agents", otherwise, clientAddress = remoteAddress } = options;
  checkBasePath(basePath);
  const handler = new DoorHandler(doors, { ...options, clientAddress });
  return (request, response) => {
    const target = doorTarget(basePath, request);
    if (target === null && otherwise !== undefined) return otherwise(request, response);
    void handler.answer({ request, response, target });
  };
};
