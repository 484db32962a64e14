import { ParleyError } from "@parley/core";

/** The request itself is wrong. `fault` quotes no value. */
export function invalidRequest(fault: string): ParleyError {
  return new ParleyError(
    "http-invalid-request",
    `The HTTP request is not valid: ${fault}. Nothing was sent.`,
  );
}

export function forbiddenTarget(): ParleyError {
  return new ParleyError(
    "http-forbidden-target",
    "The address guard does not allow the target of the request, or of a redirect. Nothing was sent to it.",
  );
}

export function unreachable(cause: unknown): ParleyError {
  return new ParleyError("http-unreachable", "There is no connection. Nothing was sent.", {
    retryable: true,
    cause: bareCause(cause),
  });
}

export function timedOut(signal: AbortSignal): ParleyError {
  return new ParleyError(
    "http-timeout",
    "The signal aborted before the whole answer came. The request may have arrived.",
    { retryable: true, cause: signal.reason },
  );
}

export function brokenAnswer(cause: unknown): ParleyError {
  return new ParleyError(
    "http-answer-broken",
    "There is no whole answer: it is not HTTP, or the connection broke. The request may have arrived.",
    { retryable: true, cause: bareCause(cause) },
  );
}

export function tooLongAnswer(limitBytes: number): ParleyError {
  return new ParleyError(
    "http-answer-too-long",
    `The body of the answer is longer than ${limitBytes} bytes. The connection was closed.`,
  );
}

export function tooManyRedirects(): ParleyError {
  return new ParleyError("http-too-many-redirects", "The answer is the fourth redirect in a row.");
}

/** The error's code without its fields: an error of undici may hold bytes of the answer. */
function bareCause(error: unknown): Error | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? Object.assign(new Error(code), { code }) : undefined;
}
