import { type DoorResponse, ParleyError, type Refusal, refuse, refusalBody } from "@parley/core";

const json = { "content-type": "application/json" };

export function jsonAnswer(status: number, value: unknown): DoorResponse {
  if (status === 204) return { status };
  return { status, headers: json, body: JSON.stringify(value) };
}

/** A refusal in the failure shape (§4.3). */
export function refusalAnswer(refusal: Refusal): DoorResponse {
  const { httpStatus: status, allow, retryAfterSeconds } = refusal;
  const headers = {
    ...json,
    ...(allow !== undefined && { allow }),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...(status === 401 && { "www-authenticate": 'Bearer realm="parley"' }),
  };
  return { status, headers, body: JSON.stringify(refusalBody(refusal)) };
}

/** The refusal after an error of the gateway. */
export function refusalOfError(error: unknown): Refusal {
  if (!ParleyError.is(error) || !error.retryable) return refuse("internal");
  if (error.code === "overloaded") return refuse("overloaded", { retryAfterSeconds: 1 });
  return {
    ...refuse("storeUnavailable", { retryAfterSeconds: 1 }),
    message:
      "The store is not available at the moment. It is unknown whether anything was changed.",
  };
}
