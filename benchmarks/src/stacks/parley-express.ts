import type { RequestListener } from "node:http";
import type { Inbox } from "@parley/core";
import { ingressExpress, type IngressOptions } from "@parley/ingress-express";
import express from "express";

/** The same endpoints on Express, without unneeded features. */
export function onExpress(inbox: Inbox, options: IngressOptions): RequestListener {
  return express()
    .disable("x-powered-by")
    .set("etag", false)
    .use("/chat", ingressExpress(inbox, options));
}
