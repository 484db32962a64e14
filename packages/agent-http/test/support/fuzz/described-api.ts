/** A JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface DescribedOperation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
  readonly security?: readonly unknown[];
}

/** An OpenAPI document. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One method of one path. */
export interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

/** All operations, in the order of the document. */
export function operationsOf({ paths }: ApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The schema itself, or the one that it refers to. */
export function resolved(schema: Schema, document: ApiDocument): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace("#/components/schemas/", "");
  const found = document.components.schemas[name];
  if (found === undefined) throw new Error(`the document has no schema ${name}`);
  return resolved(found, document);
}

/** Every bound of numbers, lengths and counts in the document. */
export function boundsOf(document: ApiDocument): readonly number[] {
  const found = new Set<number>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      const isBound = /^(?:min|max)(?:imum|Length|Items)$/.test(key);
      if (isBound && typeof item === "number") found.add(item);
      collect(item);
    }
  };
  collect(document);
  return [...found];
}
