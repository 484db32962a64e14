import { type RefusalName, refusals } from "@parley/core";
import { type TSchema, Type } from "typebox";
import { answered, type Route, route } from "./route.ts";

type Json = Readonly<Record<string, unknown>>;

/** The body of every refusal: the failure shape of §4.3. */
const ErrorAnswer = Type.Object(
  { error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: "Error" },
);

const ofAll: readonly RefusalName[] = [
  "invalidRequest",
  "internal",
  "storeUnavailable",
  "overloaded",
];
const ofTokens: readonly RefusalName[] = ["unauthorized"];
const ofBodies: readonly RefusalName[] = [
  "malformedJson",
  "notUtf8",
  "bodyTooLarge",
  "contentEncoding",
  "contentType",
];
/** The host answers these itself. */
const ofHost: readonly RefusalName[] = [
  "requestTimeout",
  "bodyTooLarge",
  "uriTooLong",
  "headersTooLarge",
  "doorTimeout",
];

/** The route that shows the document of all routes, itself included. */
export function openApiRoute(routes: () => readonly Route[]): Route {
  return route({
    id: "showOpenApi",
    method: "GET",
    path: "/openapi.json",
    summary: "This document.",
    isPublic: true,
    answers: [{ status: 200, description: "OpenAPI 3.1.", schema: Type.Object({}) }],
    handle: async () => answered(200, openApiDocument(routes())),
  });
}

/** The OpenAPI document of a table of routes. */
export function openApiDocument(routes: readonly Route[]): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of routes)
    paths[row.path] = {
      ...paths[row.path],
      [row.method.toLowerCase()]: operationOf(row, components),
    };
  return {
    openapi: "3.1.1",
    info: {
      title: "Parley for agent apps",
      version: "1.0.0",
      description:
        "Every refusal has the failure shape; its `code` is the status times 100 plus a number that never changes. Instants are epoch milliseconds.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "." }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(components),
    },
  };
}

function operationOf(row: Route, components: Map<string, Json>): Json {
  const success = row.answers.map(({ status, description, schema }) => [
    status,
    { description, ...(schema !== null && jsonContent(linked(schema, components))) },
  ]);
  return {
    operationId: row.id,
    summary: row.summary,
    ...(row.isPublic && { security: [] }),
    parameters: parametersOf(row, components),
    ...(row.body !== null && {
      requestBody: {
        required: isRequired(row.body),
        ...jsonContent(linked(row.body, components)),
      },
    }),
    responses: { ...Object.fromEntries(success), ...refusalsOf(row, components) },
  };
}

/** An absent body is an empty object. */
function isRequired(body: TSchema): boolean {
  return "required" in body && (body.required as readonly string[]).length > 0;
}

function parametersOf(row: Route, components: Map<string, Json>): readonly Json[] {
  const ofPath = row.path.includes("{id}")
    ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
    : [];
  const ofQuery = Object.entries(row.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: linked(schema, components),
  }));
  const ofHeader = row.takesKey
    ? [{ name: "idempotency-key", in: "header", required: false, schema: { type: "string" } }]
    : [];
  return [...ofPath, ...ofQuery, ...ofHeader];
}

function refusalsOf(row: Route, components: Map<string, Json>): Json {
  const names = [
    ...ofAll,
    ...(row.isPublic ? [] : ofTokens),
    ...(row.body === null ? [] : ofBodies),
    ...row.refusals,
    ...ofHost,
  ];
  const byStatus = Map.groupBy(new Set(names), (name) => refusals[name].httpStatus);
  const content = jsonContent(linked(ErrorAnswer, components));
  const objects = [...byStatus].map(([status, all]) => [
    status,
    {
      description: all.map((name) => `${refusals[name].code}: ${refusals[name].when}.`).join(" "),
      ...content,
    },
  ]);
  return Object.fromEntries(objects) as Json;
}

function jsonContent(schema: unknown): Json {
  return { content: { "application/json": { schema } } };
}

/** A schema with a title is moved to the components and referenced by name. */
function linked(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => linked(item, components));
  if (typeof value !== "object" || value === null) return value;
  const { title, ...rest } = value as Record<string, unknown>;
  const fields = Object.entries(rest).map(([key, item]) => [
    key,
    key === "examples" ? item : linked(item, components),
  ]);
  const plain = Object.fromEntries(fields) as Json;
  if (typeof title !== "string") return plain;
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}
