import type { TSchema } from "typebox";
import { ParleyError } from "../errors.ts";
import { schemaFault, validatorOf } from "../validation/schema-fault.ts";

const words = { whole: "the options", field: "option" };

/**
 * Checks the options that a host gave to an adapter, and returns them.
 *
 * @param adapter the function that takes the options; begins the error's message
 * @param schema a TypeBox object without additional properties. Give a field whose type does not say enough a
 * `description` that ends the sentence "… must be …"
 * @throws ParleyError `invalid-option`. Its message names the wrong field by its path and never quotes a value, which may
 * be a secret
 */
export function readOptions<Options>(adapter: string, schema: TSchema, options: unknown): Options {
  const fault = schemaFault(validatorOf(schema), options, words);
  if (fault === null) return options as Options;
  throw new ParleyError("invalid-option", `${adapter}: ${fault}`);
}
