import { invalidArgument } from "./invalid-argument.ts";

/**
 * JSON text of an object, to be embedded in other JSON text. `field`: name of the object in the error.
 * @throws ParleyClientError `invalid-argument`
 */
export function objectJson(value: object, field: string): string {
  const text = written(value);
  // An object with its own `toJSON` may give any JSON.
  if (text?.startsWith("{")) return text;
  throw invalidArgument(`${field}: An object that can be written as JSON is expected.`, field);
}

/** `null` when the object holds a bigint or a circular reference. */
function written(value: object): string | null | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
