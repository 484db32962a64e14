import { existsSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { RequestHandler, Response } from "express";

/** Encodings of files that the build compressed, best first, and the ending of their names. */
const endings = { br: ".br", gzip: ".gz" } as const;
const encodings = Object.keys(endings) as (keyof typeof endings)[];

/**
 * Lets `express.static` serve the compressed copy of a file that lies beside it, when the client takes one. Compressing
 * at each request would cost time, and memory for clients that read slowly.
 */
export function chooseCompressed(directory: string): RequestHandler {
  return (request, response, next) => {
    response.vary("Accept-Encoding");
    const { path } = request;
    // Browsers name gzip first, so the order is ours.
    const encoding = encodings.find((each) => request.acceptsEncodings(each) !== false);
    // Only plain names: no path may leave the directory.
    if (encoding !== undefined && /^\/[\w-]+\.[\w.-]+$/.test(path)) {
      const compressed = path + endings[encoding];
      if (existsSync(join(directory, compressed))) request.url = compressed;
    }
    next();
  };
}

/** For the option `setHeaders` of `express.static`. */
export function nameEncoding(response: ServerResponse, path: string): void {
  const ending = extname(path);
  const encoding = encodings.find((each) => endings[each] === ending);
  if (encoding === undefined) return;
  response.setHeader("Content-Encoding", encoding);
  (response as Response).type(extname(path.slice(0, -ending.length)));
}
