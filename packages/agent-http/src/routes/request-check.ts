import { type Refusal, refuse } from "@parley/core";
import { type TObject, type TSchema, Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/** A value that fits its schema, or why not. */
export type Checked =
  | { readonly fits: true; readonly value: unknown }
  | { readonly fits: false; readonly refusal: Refusal };

const nothing = Type.Object({}, { additionalProperties: false });

/** Checks values against one schema. */
export class RequestCheck {
  readonly #schema: TObject;
  readonly #validator: Validator;

  constructor(schema: TObject | null) {
    this.#schema = schema ?? nothing;
    this.#validator = Compile(this.#schema);
  }

  /** A parsed body. */
  body(value: unknown): Checked {
    return this.#validator.Check(value)
      ? { fits: true, value }
      : { fits: false, refusal: this.#refusalOf(value) };
  }

  /** A query as received. Numbers are read as such. A parameter that comes twice is refused. */
  query(text: string): Checked {
    const given = [...new URLSearchParams(text)];
    const values = given.map(([name, value]) => [name, this.#typed(name, value)] as const);
    if (new Set(given.map(([name]) => name)).size < given.length)
      return { fits: false, refusal: invalid("Each parameter may be given once") };
    return this.body(Object.fromEntries(values));
  }

  #typed(name: string, text: string): unknown {
    const schema = this.#propertyOf(name) as { readonly type?: unknown } | undefined;
    return schema?.type === "integer" && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }

  #propertyOf(name: string): TSchema | undefined {
    const { properties } = this.#schema;
    return Object.hasOwn(properties, name) ? properties[name] : undefined;
  }

  /** Names the field and the rule. Quotes nothing of the request. */
  #refusalOf(value: unknown): Refusal {
    const [fault] = this.#validator.Errors(value);
    const [, name = "", ...deeper] = fault?.instancePath.split("/") ?? [];
    const schema = this.#propertyOf(name);
    const names = Object.keys(this.#schema.properties);
    if (schema !== undefined && fault?.instancePath !== "")
      return invalid(expectationOf(schema, deeper), name);
    const missing = this.#required.find((field) => !hasField(value, field));
    if (isObject(value) && missing !== undefined) return invalid("The field is required", missing);
    if (!isObject(value)) return invalid("An object is expected");
    if (names.length === 0) return invalid("There is an unknown field: none is expected");
    return invalid(`There is an unknown field. Expected are: ${names.join(", ")}`);
  }

  get #required(): readonly string[] {
    return (this.#schema.required as readonly string[] | undefined) ?? [];
  }
}

function hasField(value: unknown, field: string): boolean {
  return isObject(value) && Object.hasOwn(value, field);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function expectationOf(schema: TSchema, deeper: readonly string[]): string {
  const { type, description, minimum, maximum, minLength, maxLength } = schema as unknown as Record<
    string,
    unknown
  >;
  if (type === "integer")
    return `A whole number from ${String(minimum)} to ${String(maximum)} is expected`;
  if (type === "boolean") return "true or false is expected";
  if (type === "string" && maxLength !== undefined)
    return `A text of ${String(minLength ?? 0)} to ${String(maxLength)} characters is expected`;
  const inside = deeper.length === 0 ? "" : `, and ${deeper.join(".")} does not fit`;
  return `${typeof description === "string" ? description.replace(/\.$/, "") : `An ${String(type)} is expected`}${inside}`;
}

function invalid(detail: string, field?: string): Refusal {
  return refuse("invalidRequest", { detail, ...(field !== undefined && { field }) });
}
