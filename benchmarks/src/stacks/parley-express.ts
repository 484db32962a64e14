import type { RequestListener } from "node:http";
import type { Inbox } from "@parley/core";
import { ingressExpress, type IngressOptions } from "@parley/ingress-express";
import express from "express";

/** The same endpoints on Express, without what costs it and is of no use here. */
export function onExpress(inbox: Inbox, options: IngressOptions): RequestListener {
  return express()
    .disable("x-powered-by")
    .set("etag", false)
    .use("/chat", ingressExpress(inbox, options));
}
