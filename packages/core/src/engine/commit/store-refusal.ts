import { ParleyError } from "../../errors.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";

/** The refusal for a sender whose commit failed: 503, never a false 200 (ruling 4). */
export function storeRefusal(error: unknown): Refusal {
  const overloaded = ParleyError.is(error) && error.code === "overloaded";
  return refuse(overloaded ? "overloaded" : "storeUnavailable", { retryAfterSeconds: 1 });
}
