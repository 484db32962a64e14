import type { TSchema } from "typebox";

export type Json = Readonly<Record<string, unknown>>;

/** The schemas that a document refers to by their names. */
export class SchemaLinks {
  readonly #components = new Map<string, Json>();

  get components(): Json {
    return Object.fromEntries(this.#components);
  }

  /** The content of a JSON body. */
  content(schema: TSchema): Json {
    return { content: { "application/json": { schema: this.linked(schema) } } };
  }

  /** A schema with a title is moved to the components and referred to by it. */
  linked(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.linked(item));
    if (typeof value !== "object" || value === null) return value;
    const { title, ...rest } = value as Record<string, unknown>;
    const fields = Object.entries(rest).map(([key, item]) => [
      key,
      key === "examples" ? item : this.linked(item),
    ]);
    const plain = Object.fromEntries(fields) as Json;
    if (typeof title !== "string") return plain;
    this.#components.set(title, plain);
    return { $ref: `#/components/schemas/${title}` };
  }
}
