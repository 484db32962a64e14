import { ParleyError } from "@parley/core";

/**
 * The error about an option of a function. It never quotes a value, which may be a secret.
 * @param where such as `hmacSignature: secrets`
 */
export function invalidOption(where: string, expected: string): ParleyError {
  return new ParleyError("invalid-option", `${where} must be ${expected}.`);
}
