import { type RefusalName, refusals } from "@parley/core";
import { type TObject, type TSchema, Type } from "typebox";
import { webhooksOf } from "./event-webhooks.ts";
import { answered, type Route, route } from "./route.ts";
import { type Json, SchemaLinks } from "./schema-links.ts";

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

/**
 * The route that shows the document of all routes, itself included.
 * @param events those that are posted to the app
 */
export function openApiRoute(routes: () => readonly Route[], events: readonly TObject[]): Route {
  return route({
    id: "showOpenApi",
    method: "GET",
    path: "/openapi.json",
    summary: "This document.",
    isPublic: true,
    answers: [{ status: 200, description: "OpenAPI 3.1.", schema: Type.Object({}) }],
    handle: async () => answered(200, openApiDocument(routes(), events)),
  });
}

/** The OpenAPI document of a table of routes and of events that are posted. */
function openApiDocument(routes: readonly Route[], events: readonly TObject[]): Json {
  const links = new SchemaLinks();
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of routes)
    paths[row.path] = {
      ...paths[row.path],
      [row.method.toLowerCase()]: operationOf(row, links),
    };
  const webhooks = webhooksOf(events, links);
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
    ...(events.length > 0 && { webhooks }),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: links.components,
    },
  };
}

function operationOf(row: Route, links: SchemaLinks): Json {
  const success = row.answers.map(({ status, description, schema }) => [
    status,
    { description, ...(schema !== null && links.content(schema)) },
  ]);
  return {
    operationId: row.id,
    summary: row.summary,
    ...(row.isPublic && { security: [] }),
    parameters: parametersOf(row, links),
    ...(row.body !== null && {
      requestBody: {
        required: isRequired(row.body),
        ...links.content(row.body),
      },
    }),
    responses: { ...Object.fromEntries(success), ...refusalsOf(row, links) },
  };
}

/** An absent body is an empty object. */
function isRequired(body: TSchema): boolean {
  return "required" in body && (body.required as readonly string[]).length > 0;
}

function parametersOf(row: Route, links: SchemaLinks): readonly Json[] {
  const ofPath = row.path.includes("{id}")
    ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
    : [];
  const ofQuery = Object.entries(row.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: links.linked(schema),
  }));
  const ofHeader = row.takesKey
    ? [{ name: "idempotency-key", in: "header", required: false, schema: { type: "string" } }]
    : [];
  return [...ofPath, ...ofQuery, ...ofHeader];
}

function refusalsOf(row: Route, links: SchemaLinks): Json {
  const names = [
    ...ofAll,
    ...(row.isPublic ? [] : ofTokens),
    ...(row.body === null ? [] : ofBodies),
    ...row.refusals,
    ...ofHost,
  ];
  const byStatus = Map.groupBy(new Set(names), (name) => refusals[name].httpStatus);
  const content = links.content(ErrorAnswer);
  const objects = [...byStatus].map(([status, all]) => [
    status,
    {
      description: all.map((name) => `${refusals[name].code}: ${refusals[name].when}.`).join(" "),
      ...content,
    },
  ]);
  return Object.fromEntries(objects) as Json;
}
