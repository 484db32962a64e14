import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { RawClient } from "@parley/conformance";
import type { Inbox } from "@parley/core";
import express, { type Express } from "express";
import { onTestFinished } from "vitest";
import {
  hardenServer,
  ingressExpress,
  type IngressOptions,
  type ServerBounds,
} from "../../src/index.ts";
import { secret } from "./fake-inbox.ts";

export interface ServeOptions {
  readonly ingress?: IngressOptions;
  readonly bounds?: ServerBounds;
  readonly prepare?: (app: Express) => void;
}

/** A gateway's way in on a real socket, mounted at `/chat` as a host would. */
export async function serve(inbox: Inbox, options: ServeOptions = {}): Promise<RawClient> {
  const app = express();
  options.prepare?.(app);
  app.use("/chat", ingressExpress(inbox, options.ingress));
  const server = createServer({ requireHostHeader: false }, app);
  hardenServer(server, options.bounds);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new RawClient(`http://127.0.0.1:${port}`);
}

/** Paths of the two endpoints of the fake channel. */
export const messagePath = `/chat/${secret}/shop`;
export const statusPath = `${messagePath}/status`;

export { readAnswers, type WireAnswer } from "@parley/conformance";
