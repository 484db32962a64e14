import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { RawClient } from "@parley/conformance";
import type { Inbox } from "@parley/core";
import { onTestFinished } from "vitest";
import {
  hardenServer,
  ingressNode,
  ingressServerOptions,
  type IngressNodeOptions,
  type ServerBounds,
} from "../../src/index.ts";
import { secret } from "./fake-inbox.ts";

export interface ServeOptions {
  readonly ingress?: IngressNodeOptions;
  readonly bounds?: ServerBounds;
  /** Sees every request before the ingress does. */
  readonly before?: RequestListener;
}

/** A gateway's way in on a real socket, below `/chat` as at a host. */
export function serve(inbox: Inbox, options: ServeOptions = {}): Promise<RawClient> {
  const { before, ingress } = options;
  const listener = ingressNode(inbox, { basePath: "/chat", ...ingress });
  return listen((request, response) => {
    before?.(request, response);
    listener(request, response);
  }, options);
}

/** A hardened server on loopback, closed when the test is over. */
export async function listen(
  listener: RequestListener,
  { bounds }: ServeOptions = {},
): Promise<RawClient> {
  const server = createServer(ingressServerOptions, listener);
  hardenServer(server, bounds);
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
