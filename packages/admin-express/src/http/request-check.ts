import { type Refusal, refuse } from "@parley/core";
import { type TObject, type TSchema, Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { done, refused, type Result } from "../operation.ts";

/** A compiled check. A value that passes can be trusted. */
export type RequestCheck = (value: unknown) => Result<unknown>;

/** For paths without parameters. An unknown name is probably a typing error that changes the meaning. */
const noParameters = Type.Object({}, { additionalProperties: false });

/** Parses and checks the query string. Refuses a repeated parameter. */
export function queryCheck(
  query: TObject | null,
): (parameters: URLSearchParams) => Result<unknown> {
  const schema = query ?? noParameters;
  const check = bodyCheck(schema);
  const properties = new Map(Object.entries<TSchema>(schema.properties));
  return (parameters) => {
    const values = new Map<string, unknown>();
    for (const [name, text] of parameters) {
      if (values.has(name))
        return refused(invalid("query", "Each parameter may be given only once"));
      values.set(name, typed(text, properties.get(name)));
    }
    // Not by assignment: that would drop `__proto__`, which must be refused.
    return check(Object.fromEntries(values));
  };
}

/** Checks a parsed body. */
export function bodyCheck(schema: TSchema): RequestCheck {
  const validator = Compile(schema);
  return (value) =>
    validator.Check(value) ? done(value) : refused(faultOf(schema, validator, value));
}

/** Query parameters are text, so numbers and booleans must be converted. */
function typed(text: string, schema: TSchema | undefined): unknown {
  const type = schema !== undefined && "type" in schema ? schema.type : null;
  if ((type === "integer" || type === "number") && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

/** Describes the first error by field and rule. Never quotes received text. */
function faultOf(schema: TSchema, validator: Validator, value: unknown): Refusal {
  const [fault] = validator.Errors(value);
  const properties = "properties" in schema ? (schema.properties as Record<string, TSchema>) : {};
  const name = fault?.instancePath.split("/")[1];
  const field = name !== undefined && Object.hasOwn(properties, name) ? name : undefined;
  if (field !== undefined) return invalid(field, expectationOf(properties[field]));
  if (fault?.keyword === "required") {
    const missing = Object.keys(properties).filter((key) => required(schema).includes(key));
    return invalid(undefined, `Required: ${missing.join(", ")}`);
  }
  const names = Object.keys(properties);
  return names.length === 0
    ? invalid(undefined, "No parameters are allowed here")
    : invalid(undefined, `Expected an object with only these fields: ${names.join(", ")}`);
}

function required(schema: TSchema): readonly string[] {
  return "required" in schema ? (schema.required as readonly string[]) : [];
}

function expectationOf(schema: TSchema | undefined): string {
  const {
    enum: values,
    type,
    minimum,
    maximum,
    minLength,
    maxLength,
    description,
  } = (schema ?? {}) as Record<string, unknown>;
  if (Array.isArray(values)) return `Expected one of ${values.join(", ")}`;
  if (type === "boolean") return "Expected true or false";
  if (type === "integer" || type === "number") {
    const kind = type === "integer" ? "a whole number" : "a number";
    const least = minimum === undefined ? "" : ` of at least ${String(minimum)}`;
    return `Expected ${kind}${least}${maximum === undefined ? "" : `, at most ${String(maximum)}`}`;
  }
  if (maxLength !== undefined) {
    return `Expected a string of ${String(minLength ?? 0)} to ${String(maxLength)} characters`;
  }
  return typeof description === "string"
    ? `Expected ${description.replace(/\.$/, "")}`
    : "The value is not valid";
}

function invalid(field: string | undefined, detail: string): Refusal {
  return refuse("invalidRequest", { ...(field !== undefined && { field }), detail });
}
