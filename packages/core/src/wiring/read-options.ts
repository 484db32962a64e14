import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { ParleyError } from "../errors.ts";

type Fault = ReturnType<Validator["Errors"]>[number];

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
  const validator = Compile(schema);
  if (validator.Check(options)) return options as Options;
  const faults = validator.Errors(options);
  // A misspelt name explains a missing one.
  const fault = faults.find(({ keyword }) => keyword === "additionalProperties") ?? faults.at(-1);
  throw new ParleyError("invalid-option", `${adapter}: ${sentenceOf(schema, options, fault)}`);
}

function sentenceOf(schema: TSchema, options: unknown, fault: Fault | undefined): string {
  if (fault === undefined) return "the options are invalid.";
  const path = fault.instancePath.split("/").slice(1);
  const at = schemaAt(schema, path);
  if (fault.keyword === "additionalProperties") {
    const [name = ""] = fault.params.additionalProperties;
    return `there is no option ${[...path, name].join(".")}. Options: ${propertyNames(at).join(", ")}.`;
  }
  if (fault.keyword === "required") {
    const [name = ""] = fault.params.requiredProperties;
    return `the option ${[...path, name].join(".")} is missing.`;
  }
  if (path.length > 0 && valueAt(options, path) === undefined)
    return `the option ${path.join(".")} is missing.`;
  const subject = path.length === 0 ? "the options" : path.join(".");
  return `${subject} must be ${expectationOf(at, fault)}.`;
}

function expectationOf(schema: TSchema | null, fault: Fault): string {
  const { description, type, minimum, maximum } = (schema ?? {}) as Record<string, unknown>;
  if (typeof description === "string") return description;
  if (fault.keyword === "enum") return `one of ${fault.params.allowedValues.join(", ")}`;
  if (type === "integer" || type === "number") {
    const kind = type === "integer" ? "a whole number" : "a number";
    if (minimum === undefined) return kind;
    return maximum === undefined
      ? `${kind} of at least ${String(minimum)}`
      : `${kind} from ${String(minimum)} to ${String(maximum)}`;
  }
  if (type === "boolean") return "true or false";
  if (type === "string") return "a string that is not empty";
  const article = type === "object" || type === "array" ? "an" : "a";
  return typeof type === "string" ? `${article} ${type}` : "valid";
}

function valueAt(options: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], options);
}

function schemaAt(schema: TSchema, path: readonly string[]): TSchema | null {
  let at: unknown = schema;
  for (const name of path) {
    const { properties, items } = (at ?? {}) as {
      readonly properties?: Record<string, unknown>;
      readonly items?: unknown;
    };
    at = properties?.[name] ?? items;
  }
  return (at as TSchema | undefined) ?? null;
}

function propertyNames(schema: TSchema | null): readonly string[] {
  return Object.keys((schema as { readonly properties?: object } | null)?.properties ?? {});
}
