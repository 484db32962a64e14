import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/**
 * Ends a response whose connection has closed before it was out, and with it what is piped into it. Of itself Node leaves
 * the source open for good; and before Node 26 it told those that waited for their turn nothing.
 */
export function endWithSocket(response: ServerResponse): void {
  response.on("pipe", unpipe).on("unpipe", endSource);
  if ((response as { readonly socket: ServerResponse["socket"] }).socket === null)
    response.destroy();
}

/** Of a source that was opened meanwhile. */
function unpipe(this: ServerResponse, source: Readable): void {
  source.unpipe(this);
}

/** A source that others read as well goes on. */
function endSource(source: Readable): void {
  if (source.isPaused()) source.destroy();
}
