import { type DoorResponse, type Refusal, refusalBody } from "@parley/core";

/** A door's answer to an agent's message that the outbox refused: the failure shape, which says what happened to it. */
export function refusalResponse(refusal: Refusal): DoorResponse {
  const { httpStatus: status, retryAfterSeconds } = refusal;
  const pause = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  const headers = { "content-type": "application/json", ...pause };
  return { status, headers, body: JSON.stringify(refusalBody(refusal)) };
}
