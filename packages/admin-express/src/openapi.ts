import { type RefusalName, refusals } from "@parley/core";
import { type TSchema } from "typebox";
import { ErrorAnswer } from "./api/error.ts";
import type { AnswerForm, Operation } from "./operation.ts";

/** Where hosts mount the router. */
const mountPath = "/admin/v1";

/** Possible for every operation. */
const refusalsOfAll: readonly RefusalName[] = ["invalidRequest", "unauthorized", "tooManyRequests"];
/** Possible for every operation that calls a port. */
const refusalsOfPorts: readonly RefusalName[] = ["internal", "storeUnavailable"];
/** Possible for every operation that reads a body. */
const refusalsOfBodies: readonly RefusalName[] = ["bodyTooLarge", "contentEncoding"];

/** Every refusal that an operation may answer. */
function refusalsOf(row: Operation): readonly RefusalName[] {
  const { refusals, body, isSelfContained = false } = row;
  const ofBody = body === null ? [] : refusalsOfBodies;
  const ofPorts = isSelfContained ? [] : refusalsOfPorts;
  return [...new Set([...refusalsOfAll, ...ofBody, ...refusals, ...ofPorts])];
}

type Json = Readonly<Record<string, unknown>>;

/** The body of `GET /openapi.json`, generated from the served rows. */
export function openApiDocument(operations: readonly Operation[], version: string): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of operations) {
    const path = row.path.replaceAll(/:([A-Za-z]+)/g, "{$1}");
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationObject(row, components) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Parley admin API",
      version,
      description:
        "Every refusal has the failure shape; its `code` is the status times 100 plus a number that never changes. Instants are epoch milliseconds.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: mountPath }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(components),
    },
  };
}

function operationObject(row: Operation, components: Map<string, Json>): Json {
  return {
    operationId: row.id,
    summary: row.summary,
    tags: [row.tag],
    parameters: [...pathParameters(row.path), ...queryParameters(row, components)],
    ...(row.body !== null && {
      requestBody: {
        required: row.body.required,
        content: { "application/json": { schema: linked(row.body.schema, components) } },
      },
    }),
    responses: {
      [row.answer.status]: successObject(row.answer, components),
      ...refusalObjects(row, components),
    },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query }: Operation, components: Map<string, Json>): Json[] {
  const required: readonly string[] = query?.required ?? [];
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: linked(schema, components),
  }));
}

function successObject(answer: AnswerForm, components: Map<string, Json>): Json {
  const { description, content, schema } = answer;
  if (schema === null) return { description };
  const type = content === "lines" ? "application/x-ndjson" : "application/json";
  return { description, content: { [type]: { schema: linked(schema, components) } } };
}

function refusalObjects(row: Operation, components: Map<string, Json>): Json {
  const schema = linked(ErrorAnswer, components);
  const byStatus = Map.groupBy(refusalsOf(row), (name) => refusals[name].httpStatus);
  const objects = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.map((name) => `${refusals[name].code}: ${refusals[name].when}.`).join(" "),
      content: { "application/json": { schema } },
    },
  ]);
  return Object.fromEntries(objects) as Json;
}

/** A schema with a title is moved to the components and referenced by name. */
function linked(schema: TSchema, components: Map<string, Json>): unknown {
  return linkedValue(schema, components);
}

function linkedValue(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => linkedValue(item, components));
  if (typeof value !== "object" || value === null) return value;
  const { title, ...rest } = value as Record<string, unknown>;
  const fields = Object.entries(rest).map(([key, item]) => [key, linkedValue(item, components)]);
  const plain = Object.fromEntries(fields) as Json;
  if (typeof title !== "string") return plain;
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}
