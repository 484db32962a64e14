import type { IncomingMessage } from "node:http";
import { type Refusal, refuse } from "@parley/core";

/** What a head alone says against its request, whoever asks for whatever; `null` when nothing does. */
export function refusalByHead(request: IncomingMessage): Refusal | null {
  return hostFault(request) ?? transferFault(request);
}

/** RFC 9112 §3.2: two names for one server, and whoever stands in front may have read the other one. */
function hostFault({ httpVersion, rawHeaders }: IncomingMessage): Refusal | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (isHost(rawHeaders[index] ?? "")) hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion !== "1.1")) return null;
  const detail = hosts === 0 ? "A Host header is required" : "Only one Host header is allowed";
  return refuse("invalidRequest", { detail });
}

/** By length first: every header of every request is looked at. */
function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === "host";
}

/**
 * RFC 9112 §6.1: a coding that nobody undoes here would be taken for the message, and HTTP/1.0 knows no chunks, so
 * that whoever stands in front may see the request's end elsewhere.
 */
function transferFault({ httpVersion, headers }: IncomingMessage): Refusal | null {
  const coding = headers["transfer-encoding"]?.trim().toLowerCase();
  if (coding === undefined || (coding === "chunked" && httpVersion === "1.1")) return null;
  return refuse("invalidRequest", {
    detail: "Transfer-Encoding must be only chunked, and is allowed only in HTTP/1.1",
  });
}
