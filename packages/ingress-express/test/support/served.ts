import type { RequestListener } from "node:http";
import type { RawClient } from "@parley/conformance";
import type { Inbox } from "@parley/core";
import type { ServerBounds } from "@parley/ingress-node";
import express, { type Express } from "express";
import { listen, serve as serveNode } from "../../../ingress-node/test/support/served.ts";
import { ingressExpress, type IngressOptions } from "../../src/index.ts";

export interface ServeOptions {
  readonly ingress?: IngressOptions;
  readonly bounds?: ServerBounds;
  /** Sees every request before the ingress does. */
  readonly before?: RequestListener;
}

export interface ServeExpressOptions extends ServeOptions {
  readonly prepare?: (app: Express) => void;
}

/** A gateway's way in on a real socket, mounted at `/chat` as a host would. */
export function serveExpress(inbox: Inbox, options: ServeExpressOptions = {}): Promise<RawClient> {
  const { before, ingress, prepare } = options;
  const app = express();
  prepare?.(app);
  app.use((request, response, next) => {
    before?.(request, response);
    next();
  });
  app.use("/chat", ingressExpress(inbox, ingress));
  return listen(app, options);
}

/** Opens one of the doors, which answer alike. */
export type Serve = (inbox: Inbox, options?: ServeOptions) => Promise<RawClient>;

/** For `describe.each`: the name of each adapter, and how it is served below `/chat`. */
export const doors: readonly (readonly [string, Serve])[] = [
  ["ingress-node", serveNode],
  ["ingress-express", serveExpress],
];

export {
  messagePath,
  readAnswers,
  statusPath,
  type WireAnswer,
} from "../../../ingress-node/test/support/served.ts";
export { fakeInbox, secret } from "../../../ingress-node/test/support/fake-inbox.ts";
