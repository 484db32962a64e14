import type { IncomingMessage } from "node:http";
import { type Refusal, refuse } from "@parley/core";

/** The refusal for a head that is invalid on every endpoint; `null` when it is valid. */
export function refusalByHead(request: IncomingMessage): Refusal | null {
  return hostFault(request) ?? transferFault(request);
}

/** RFC 9112 §3.2. With two `Host` headers, a proxy in front may have used the other one. */
function hostFault({ httpVersion, rawHeaders }: IncomingMessage): Refusal | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isHost(rawHeaders[index] ?? "")) hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion !== "1.1")) return null;
  const detail = hosts === 0 ? "A Host header is required" : "Only one Host header is allowed";
  return refuse("invalidRequest", { detail });
}

/** Compares the length first, because this runs for every header of every request. */
function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}

/**
 * RFC 9112 §6.1. No other coding is decoded here. HTTP/1.0 has no chunked coding, so a proxy in front may see the
 * request end at another byte.
 */
function transferFault({ httpVersion, headers }: IncomingMessage): Refusal | null {
  const coding = headers["transfer-encoding"]?.trim().toLowerCase();
  if (coding === undefined || (coding === "chunked" && httpVersion === "1.1")) return null;
  return refuse("invalidRequest", {
    detail: "Transfer-Encoding must be only chunked, and is allowed only in HTTP/1.1",
  });
}
