import { type AgentApi, agentApi, type AgentApiOptions, ApiError } from "../../src/index.ts";
import { realClient } from "./real-client.ts";

/** An API client for an app at `url`. */
export function apiOf(url: string, options: Partial<AgentApiOptions> = {}): AgentApi {
  return agentApi({ http: realClient, url, ...options });
}

/** The `ApiError` that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (ApiError.is(error)) return error;
  throw new Error("the call ended with no ApiError", { cause: error });
}

/** A deadline that no test reaches. */
export const signal = AbortSignal.timeout(60_000);
