import type { Inbox } from "@parley/core";
import { ingressNode, type IngressOptions } from "@parley/ingress-node";
import type { Request, RequestHandler } from "express";

/**
 * The two endpoints of §4 as a handler to mount at `{base_url}`, before any body parser: `app.use("/chat", …)`.
 * It answers every path below its mount point and never calls `next`.
 */
export const ingressExpress = (inbox: Inbox, options: IngressOptions = {}): RequestHandler => {
  // Express makes every request of an app its own before any handler sees it.
  const clientAddress = (request: object): string | undefined => (request as Request).ip;
  const listener = ingressNode(inbox, { ...options, clientAddress });
  return (request, response) => {
    response.removeHeader("X-Powered-By");
    listener(request, response);
  };
};
