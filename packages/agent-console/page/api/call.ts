const base = "/console/api";

/** A refused request. `status` 0 means that the gateway was not reached. `message` is for people. */
export class ApiError extends Error {
  readonly status: number;
  /** The gateway's error code; `null` when the answer is not from the gateway itself. */
  readonly code: number | null;

  constructor(status: number, message: string, code: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Time limit of a call. */
const limitMs = 15_000;

/** Wait before a failed load is retried. */
export const againMs = 2_000;

/** Whether a retry may succeed soon: the gateway or its database is unavailable. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Options of a request. */
export interface CallOptions {
  /** Whether the request continues after the page closes. */
  readonly keepalive?: boolean;
  /** Whether the request changes nothing. Default: a `GET`. */
  readonly onlyReads?: boolean;
}

/** Calls the console's API. @throws ApiError */
export async function call<Answer>(
  method: string,
  target: string,
  body?: unknown,
  headers: Record<string, string> = {},
  { keepalive = false, onlyReads = method === "GET" }: CallOptions = {},
): Promise<Answer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await ask<Answer>(base + target, {
      method,
      keepalive,
      headers: { ...headers, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: limit.signal,
    });
  } catch (error) {
    throw limit.signal.aborted ? tooLate(onlyReads) : error;
  } finally {
    clearTimeout(timer);
  }
}

async function ask<Answer>(address: string, request: RequestInit): Promise<Answer> {
  const response = await fetch(address, request).catch(() => {
    throw new ApiError(0, "The gateway cannot be reached.");
  });
  if (response.status === 204) return null as Answer;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  // The connection broke after the headers. Treat this as no answer.
  if (response.ok) throw new ApiError(0, "The gateway's answer was cut off.");
  const { message = "The gateway could not process the request.", code = null } =
    (answer as { error?: { message?: string; code?: number } } | null | undefined)?.error ?? {};
  throw new ApiError(response.status, message, code);
}

function tooLate(onlyReads: boolean): ApiError {
  const sentence = `The gateway did not answer within ${limitMs / 1_000} seconds.`;
  const unknown = " It is unknown whether anything was changed.";
  return new ApiError(0, onlyReads ? sentence : sentence + unknown);
}

export function cursor(before: string | null, sign: "?" | "&" = "?"): string {
  return before === null ? "" : `${sign}before=${encodeURIComponent(before)}`;
}

/** Whether the gateway says that the conversation does not exist or no longer exists. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 40402;
}

/** Whether another agent app answers the conversation, and the console may not read it. */
export function isMovedAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 40492;
}

/** Whether the gateway itself says that the resource does not exist or no longer exists. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code !== null;
}
