const base = "/console/api";

/** The gateway's answer when it refuses; `status` 0 means that it could not be reached. `message` is made for people. */
export class ApiError extends Error {
  readonly status: number;
  /** The number of the condition; `null` when the gateway itself did not say. */
  readonly code: number | null;

  constructor(status: number, message: string, code: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** How long a page waits before it asks again for what it could not be given. */
export const againMs = 2_000;

/** Whether the same may be answered in a little while: the gateway, or its database, is away. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Asks the console's API. @throws ApiError */
export async function call<Answer>(
  method: string,
  target: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(base + target, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(0, "The gateway cannot be reached.");
  });
  if (response.status === 204) return null as Answer;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  // The connection was cut after the head: it is as if nothing had come.
  if (response.ok) throw new ApiError(0, "The gateway's answer was cut off.");
  const { message = "The gateway could not do this.", code = null } =
    (answer as { error?: { message?: string; code?: number } } | null | undefined)?.error ?? {};
  throw new ApiError(response.status, message, code);
}

export function cursor(before: string | null, sign: "?" | "&" = "?"): string {
  return before === null ? "" : `${sign}before=${encodeURIComponent(before)}`;
}

/** Whether the gateway says that the conversation does not exist (any more). */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 40402;
}
