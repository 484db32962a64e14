import type { IncomingMessage, ServerResponse } from "node:http";
import { type Delivery, type DeliveryAnswer, failed, receiverCodes } from "../receive/delivery.ts";
import type { Receiver } from "../receive/receiver.ts";

/** A request as Express knows it beside Node: `originalUrl` is the whole path, `body` what a parser has left. */
type MountedRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

/**
 * A listener for `node:http`, and a handler for Express: `app.post("/agent-messages/:channel", nodeHandler(receiver))`,
 * before any body parser, because the bytes are needed as they came.
 */
export function nodeHandler(
  receiver: Receiver,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    try {
      write(response, await receiver.receive(nodeDelivery(request)));
    } catch (error) {
      if (error instanceof BodyAlreadyRead) write(response, misplaced);
      else response.destroy();
    }
  };
}

/** A Node request as a receiver takes it. */
export function nodeDelivery(request: MountedRequest): Delivery {
  return {
    method: request.method ?? "",
    url: request.originalUrl ?? request.url ?? "",
    header: (name) => [request.headers[name]].flat()[0] ?? null,
    body: chunksOf(request),
  };
}

class BodyAlreadyRead extends Error {}

const misplaced: DeliveryAnswer = failed(
  500,
  receiverCodes.internal,
  "A body parser ran before the receiver: mount the receiver before it.",
);

/** Leaving early must not destroy the request: its answer is still to be written. */
function chunksOf(request: MountedRequest): AsyncIterable<Uint8Array> {
  if (request.body instanceof Uint8Array) return [request.body] as never;
  return {
    [Symbol.asyncIterator]: () => {
      if (request.readableDidRead) throw new BodyAlreadyRead();
      return request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
    },
  };
}

function write(response: ServerResponse, { status, headers, body }: DeliveryAnswer): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
