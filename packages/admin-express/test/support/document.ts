import { Compile } from "typebox/schema";

interface MediaObject {
  readonly schema: object;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, MediaObject> }>
  >;
}

export interface DocumentObject extends Record<string, unknown> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** An operation with its path. */
export interface LocatedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

export function operationsIn({ paths }: DocumentObject): readonly LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** Differences between an answer and the document, which must name every field. */
export function faultsOf(
  document: DocumentObject,
  operationId: string,
  answer: { readonly status: number; readonly headers: Headers; readonly text: string },
): readonly unknown[] {
  const placed = operationsIn(document).find(
    ({ operation }) => operation.operationId === operationId,
  );
  const response = placed?.operation.responses[String(answer.status)];
  if (response === undefined) return [`${answer.status} is not documented`];
  if (response.content === undefined) return answer.text === "" ? [] : ["a body is not documented"];
  const type = answer.headers.get("content-type") ?? "";
  const { schema } = response.content[type] ?? {};
  if (schema === undefined) return [`${type} is not documented`];
  const check = Compile({ ...closed(schema), components: closed(document.components) } as never);
  const values =
    type === "application/x-ndjson" ? answer.text.trimEnd().split("\n") : [answer.text];
  return values.flatMap((text) => {
    const [, errors] = check.Errors(JSON.parse(text));
    return check.Check(JSON.parse(text))
      ? []
      : errors.map(({ instancePath, message }) => [instancePath, message]);
  });
}

/** The same schemas without additional properties. */
function closed(schema: object): object {
  const fields = Object.entries(schema).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value)
      ? value.map((item: unknown) => (isObject(item) ? closed(item) : item))
      : isObject(value)
        ? closed(value)
        : value,
  ]);
  const copy = Object.fromEntries(fields) as object;
  const isOpen = "properties" in schema && "type" in schema && !("additionalProperties" in schema);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
