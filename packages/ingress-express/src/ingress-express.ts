import type { Inbox } from "@parley/core";
import { ingressNode, type IngressOptions } from "@parley/ingress-node";
import type { Request, RequestHandler } from "express";

/**
 * The two endpoints of §4 as an Express handler: `app.use("/chat", …)`. Mount it at `{base_url}`, before any body
 * parser. It answers every path below its mount point and never calls `next`.
 */
export const ingressExpress = (inbox: Inbox, options: IngressOptions = {}): RequestHandler => {
  // Express changes the prototype of every request before a handler runs, so `ip` is present.
  const clientAddress = (request: object): string | undefined => (request as Request).ip;
  const listener = ingressNode(inbox, { ...options, clientAddress });
  return (request, response) => {
    response.removeHeader("X-Powered-By");
    listener(request, response);
  };
};
