import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/**
 * Ends responses whose connection has closed before they were out, and with them what is piped into them. Of itself Node
 * leaves those sources open for good.
 *
 * @param unfinished each leaves it with its `close`
 */
export function endUnfinishedResponses(unfinished: ReadonlySet<ServerResponse>): void {
  for (const response of unfinished) {
    response.on("pipe", unpipe).on("unpipe", endSource);
    if ((response as { readonly socket: ServerResponse["socket"] }).socket === null)
      response.destroy();
  }
  // Before Node 26 a response that waits for its turn is not told.
  process.nextTick(() => unfinished.forEach((response) => response.emit("close")));
}

/** Of a source that was opened meanwhile. */
function unpipe(this: ServerResponse, source: Readable): void {
  source.unpipe(this);
}

/** A source that others read as well goes on. */
function endSource(source: Readable): void {
  if (source.isPaused()) source.destroy();
}
