import { ParleyClientError } from "./client-error.ts";

/** One request to a gateway. */
export interface ExchangeRequest {
  readonly fetch: typeof fetch;
  readonly url: string;
  /** JSON text; `null`: a GET. */
  readonly body: string | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A gateway's answer as text. */
export interface ExchangeAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterSeconds: number | null;
}

/**
 * Makes one request and reads its answer under one deadline. Does not follow redirects, because the URL is secret.
 * @throws ParleyClientError `unreachable`, `timeout`; or the signal's reason when it aborts
 */
export async function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { fetch, url, body, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  try {
    const response = await fetch(url, { ...initOf(body), signal: either });
    const text = await response.text();
    return { status: response.status, text, retryAfterSeconds: retryAfterOf(response.headers) };
  } catch (cause) {
    signal?.throwIfAborted();
    throw failureOf(deadline.aborted ? timeoutMs : null, cause);
  }
}

function initOf(body: string | null): RequestInit {
  const rules = { redirect: "error", credentials: "omit", cache: "no-store" } as const;
  if (body === null) return rules;
  return { ...rules, method: "POST", headers: { "Content-Type": "application/json" }, body };
}

/** Reads whole seconds only, which is what a gateway sends. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get("retry-after") ?? "";
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Drops the cause, because some platforms put the secret URL into it. */
function failureOf(timeoutMs: number | null, cause: unknown): ParleyClientError {
  if (timeoutMs !== null) {
    const message = `The gateway did not answer within ${timeoutMs} ms.`;
    return new ParleyClientError("timeout", { message });
  }
  return new ParleyClientError("unreachable", {
    message: `No answer came from the gateway${codeOf(cause)}.`,
  });
}

/** Node gives a code, such as `ECONNREFUSED`; browsers do not. */
function codeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: { readonly code?: unknown } | null };
  const code = cause?.code;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
