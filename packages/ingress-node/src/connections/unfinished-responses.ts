import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/**
 * Ends the unfinished responses of a closed connection, and the sources piped into them. Node would leave those
 * sources open forever.
 *
 * @param unfinished a response removes itself on `close`
 */
export function endUnfinishedResponses(unfinished: ReadonlySet<ServerResponse>): void {
  for (const response of unfinished) {
    response.on("pipe", unpipe).on("unpipe", endSource);
    if ((response as { readonly socket: ServerResponse["socket"] }).socket === null)
      response.destroy();
  }
  // Before Node 26, a response that waits for earlier answers gets no `close`.
  process.nextTick(() => unfinished.forEach((response) => response.emit("close")));
}

/** For a source that is piped in after the connection closed. */
function unpipe(this: ServerResponse, source: Readable): void {
  source.unpipe(this);
}

/** Keeps a source that has other readers. */
function endSource(source: Readable): void {
  if (source.isPaused()) source.destroy();
}
