/** One option of an adapter. */
export interface OptionRow {
  readonly name: string;
  /** As in JSON Schema: `string`, `array`, …; `value` when the schema tells no single one. */
  readonly type: string;
  readonly required: boolean;
  /** Empty when there is none. */
  readonly description: string;
}

/** The options of a schema, such as a TypeBox object. They need not be safe for a terminal. */
export function optionRows(schema: object | null): readonly OptionRow[] {
  const { properties, required } = Object(schema) as {
    readonly properties?: unknown;
    readonly required?: unknown;
  };
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(Object(properties) as Record<string, unknown>).map(([name, property]) => {
    const { type, description } = Object(property) as Record<string, unknown>;
    return {
      name,
      type: typeof type === "string" ? type : "value",
      required: needed.includes(name),
      description: typeof description === "string" ? description : "",
    };
  });
}
