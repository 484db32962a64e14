import type { HttpResponse } from "@parley/core";

/** The first value of a header; empty: there is none. */
export function headerOf({ headers }: Pick<HttpResponse, "headers">, name: string): string {
  const value = headers[name] ?? "";
  return typeof value === "string" ? value : (value[0] ?? "");
}

/** Length of the body, as the app says it; `null`: it does not. */
export function lengthOf(response: Pick<HttpResponse, "headers">): number | null {
  const length = headerOf(response, "content-length");
  return /^\d+$/.test(length) ? Number(length) : null;
}
