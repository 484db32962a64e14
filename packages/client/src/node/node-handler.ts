import type { IncomingMessage, ServerResponse } from "node:http";
import { type Delivery, type DeliveryAnswer, failed, receiverCodes } from "../receive/delivery.ts";
import type { Receiver } from "../receive/receiver.ts";

/** A Node request with Express's fields: `originalUrl` is the whole path, `body` the result of a body parser. */
type MountedRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

/**
 * A listener for `node:http` and a handler for Express: `app.post("/agent-messages/:channel",
 * nodeHandler(receiver))`. Mount it before any body parser, because it needs the unchanged bytes.
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

/** Converts a Node request for a receiver. */
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

/** Stopping early must not destroy the request, because the answer is not written yet. */
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
