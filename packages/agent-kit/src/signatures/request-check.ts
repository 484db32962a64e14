import type { DoorRequest } from "@parley/core";

/**
 * Whether a request to a door comes from the app. Answers `false` for every other request, malformed ones included, and
 * never throws. Every secret is compared in constant time.
 */
export type RequestCheck = (request: DoorRequest) => Promise<boolean>;

/** A check that answers `false` where `check` throws. */
export function neverThrowing(
  check: (request: DoorRequest) => boolean | Promise<boolean>,
): RequestCheck {
  return async (request) => {
    try {
      return await check(request);
    } catch {
      return false;
    }
  };
}

/** The value of a header that came once; `null` when it is absent, empty or a list. */
export function headerOf({ headers }: DoorRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : null;
}
