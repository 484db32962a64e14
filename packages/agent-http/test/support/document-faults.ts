import type { DoorResponse } from "@parley/core";
import { Compile } from "typebox/schema";
import { closed } from "./closed-schema.ts";

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** The OpenAPI document of a door. */
export interface OpenApi extends Record<string, unknown> {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly webhooks?: Readonly<Record<string, object>>;
}

/** How an answer differs from the document. Nothing is said of paths and methods that it does not have. */
export function documentFaults(
  document: OpenApi,
  method: string,
  path: string,
  { status, headers, body }: DoorResponse,
): readonly unknown[] {
  const found = Object.entries(document.paths).find(([form]) => formOf(form).test(path));
  const operation = found?.[1][method.toLowerCase()];
  if (operation === undefined) return [404, 405].includes(status) ? [] : [`${status} unexpected`];
  const response = operation.responses[String(status)];
  if (response === undefined) return [`${status} is not documented`];
  const text = String(body ?? "");
  if (response.content === undefined) return text === "" ? [] : ["a body is not documented"];
  const { schema } = response.content[String(headers?.["content-type"])] ?? {};
  if (schema === undefined) return ["the content type is not documented"];
  const check = checkOf(document, schema);
  const value: unknown = JSON.parse(text);
  const [, errors] = check.Errors(value);
  return check.Check(value)
    ? []
    : errors.map(({ instancePath, message }) => [instancePath, message]);
}

type Check = ReturnType<typeof Compile>;
/** Compiling takes longer than most tests. */
const checks = new Map<string, Check>();

function checkOf({ components }: OpenApi, schema: object): Check {
  const text = JSON.stringify({ ...closed(schema), components: closed(components) });
  const known = checks.get(text) ?? Compile(JSON.parse(text) as never);
  checks.set(text, known);
  return known;
}

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replace("{id}", "[A-Za-z0-9_-]{1,64}")}$`);
}
