import { parseTarget } from "../target-guard.ts";
import { StreamBody } from "./stream-body.ts";

/** One request of a chain of redirects. */
export interface Hop {
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer | StreamBody | null;
  /** Origins that may be private and without TLS. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** Most redirects that are followed. */
export const redirectLimit = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const safeMethods = new Set(["GET", "HEAD"]);
/** Headers that another origin gets as well. */
const harmless = new Set(["accept", "accept-language", "user-agent"]);

/**
 * Where a response leads, or `null` when it is the answer. An origin that is not allowed itself leads to no private
 * one: otherwise any public server could choose what is read in the host's network.
 */
export function nextHop(hop: Hop, status: number, location: unknown): Hop | null {
  if (!redirects.has(status) || typeof location !== "string") return null;
  const isSafe = safeMethods.has(hop.method);
  const dropsBody = status === 303;
  if (!dropsBody && (!isSafe || hop.body instanceof StreamBody)) return null;
  const text = Buffer.from(location, "latin1").toString("utf8");
  const url = URL.parse(text, hop.url)?.href ?? text;
  const from = parseTarget(hop.url)?.origin ?? "";
  const staysHome = parseTarget(url)?.origin === from;
  const keepsBody = staysHome && !dropsBody;
  return {
    method: isSafe ? hop.method : "GET",
    url,
    headers: new Map([...hop.headers].filter(([name]) => goesAlong(name, staysHome, keepsBody))),
    body: keepsBody ? hop.body : null,
    allowedOrigins: hop.allowedOrigins.has(from) ? hop.allowedOrigins : new Set(),
  };
}

function goesAlong(name: string, staysHome: boolean, keepsBody: boolean): boolean {
  if (!staysHome) return harmless.has(name);
  return keepsBody || !name.startsWith("content-");
}
