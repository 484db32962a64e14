import type { IncomingMessage } from "node:http";
import { ParleyError } from "@parley/core";

/** @throws ParleyError `invalid-option` */
export function checkBasePath(basePath: string): void {
  if (/^(\/[^/?#]+)*$/.test(basePath)) return;
  throw new ParleyError(
    "invalid-option",
    'The base path must be empty or look like "/chat": a slash before every part, none at the end.',
  );
}

export function remoteAddress({ socket }: IncomingMessage): string | undefined {
  return socket.remoteAddress;
}
