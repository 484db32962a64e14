import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

type Fault = ReturnType<Validator["Errors"]>[number];

/** What the sentence calls the value and its fields. */
export interface FaultWords {
  /** Such as "the options". */
  readonly whole: string;
  /** Such as "option". */
  readonly field: string;
}

/**
 * What is wrong with a value, as the end of a sentence that names the wrong field by its path; `null`: nothing. It never
 * quotes a value, which may be a secret.
 *
 * @param validator made once by `validatorOf`
 */
export function schemaFault(
  validator: SchemaValidator,
  value: unknown,
  words: FaultWords,
): string | null {
  const { schema, compiled } = validator;
  if (compiled.Check(value)) return null;
  const faults = compiled.Errors(value);
  // A misspelt name explains a missing one.
  const fault = faults.find(({ keyword }) => keyword === "additionalProperties") ?? faults.at(-1);
  return sentenceOf(schema, value, fault, words);
}

/** A compiled schema. */
export interface SchemaValidator {
  readonly schema: TSchema;
  readonly compiled: Validator;
}

/**
 * @param schema a TypeBox object. Give a field whose type does not say enough a `description` that ends the sentence
 * "… must be …"
 */
export function validatorOf(schema: TSchema): SchemaValidator {
  return { schema, compiled: Compile(schema) };
}

function sentenceOf(
  schema: TSchema,
  value: unknown,
  fault: Fault | undefined,
  { whole, field }: FaultWords,
): string {
  if (fault === undefined) return `${whole} must be valid.`;
  const path = fault.instancePath.split("/").slice(1).map(unescaped);
  const at = schemaAt(schema, path);
  if (fault.keyword === "additionalProperties") {
    const [name = ""] = fault.params.additionalProperties;
    return `there is no ${field} ${[...path, name].join(".")}. ${capital(field)}s: ${propertyNames(at).join(", ")}.`;
  }
  if (fault.keyword === "required") {
    const [name = ""] = fault.params.requiredProperties;
    return `the ${field} ${[...path, name].join(".")} is missing.`;
  }
  if (path.length > 0 && valueAt(value, path) === undefined)
    return `the ${field} ${path.join(".")} is missing.`;
  const subject = path.length === 0 ? whole : path.join(".");
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

/** A name of a JSON pointer (RFC 6901). */
function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], root);
}

function schemaAt(schema: TSchema, path: readonly string[]): TSchema | null {
  let at: unknown = schema;
  for (const name of path) {
    const { properties, patternProperties, items } = (at ?? {}) as {
      readonly properties?: Record<string, unknown>;
      readonly patternProperties?: Record<string, unknown>;
      readonly items?: unknown;
    };
    // Of a record, which has one pattern.
    const [entry] = Object.values(patternProperties ?? {});
    at = properties?.[name] ?? entry ?? items;
  }
  return (at as TSchema | undefined) ?? null;
}

function propertyNames(schema: TSchema | null): readonly string[] {
  return Object.keys((schema as { readonly properties?: object } | null)?.properties ?? {});
}
