import { invalidArgument } from "./invalid-argument.ts";

/**
 * JSON text of an object, which can stand in a text that is written by hand. `field`: what it is, for the error.
 * @throws ParleyClientError `invalid-argument`
 */
export function objectJson(value: object, field: string): string {
  const text = written(value);
  // What has a toJSON of its own may come out as anything.
  if (text?.startsWith("{")) return text;
  throw invalidArgument(`${field}: An object that can be written as JSON is expected.`, field);
}

/** `null`: it has a bigint in it, or itself. */
function written(value: object): string | null | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
