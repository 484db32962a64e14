import type { NamedDoor } from "@parley/core";
import { doorsNode, type DoorsOptions } from "@parley/ingress-node";
import type { Request, RequestHandler } from "express";

/**
 * The doors of a gateway as an Express handler: `app.use("/agents", doorsExpress(gateway.doors))`. Mount it before any
 * body parser. It answers every path below its mount point and never calls `next`.
 *
 * @throws ParleyError `invalid-option`
 */
export const doorsExpress = (
  doors: readonly NamedDoor[],
  options: DoorsOptions = {},
): RequestHandler => {
  // Express changes the prototype of every request before a handler runs, so `ip` is present.
  const clientAddress = (request: object): string | undefined => (request as Request).ip;
  const listener = doorsNode(doors, { ...options, basePath: "", clientAddress });
  return (request, response) => {
    response.removeHeader("X-Powered-By");
    listener(request, response);
  };
};
