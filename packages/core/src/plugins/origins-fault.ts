import { readOrigin } from "../http/request-rules.ts";

/** Says which of the allowed origins is none; `null`: each is one. A wrong one would fail every call of the app. */
export function originsFault(origins: readonly string[]): string | null {
  const index = origins.findIndex((origin) => readOrigin(origin) === null);
  if (index < 0) return null;
  return `allowOrigins.${index} must be an origin of http or https, such as http://desk.internal:3000`;
}
