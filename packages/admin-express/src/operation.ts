import type { LogFields, Refusal, RefusalName } from "@parley/core";
import type { Static, TObject, TSchema } from "typebox";

/** The result of an operation. */
export type Result<Value> =
  | { readonly done: true; readonly value: Value }
  | { readonly done: false; readonly refusal: Refusal };

export const done = <Value>(value: Value): Result<Value> => ({ done: true, value });
export const refused = (refusal: Refusal): Result<never> => ({ done: false, refusal });

/** A validated request. */
export interface Call<Query, Body> {
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Aborted when the client disconnects or the gateway stops. */
  readonly signal: AbortSignal;
}

/** The form of a successful answer. */
export interface AnswerForm {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** `lines`: NDJSON, one `schema` a line. */
  readonly content: "json" | "lines" | "nothing";
  readonly schema: TSchema | null;
}

/** The body of a request, and who validates it: the schema, or core with its own messages. */
export interface BodyForm<Body extends TSchema = TSchema> {
  readonly schema: Body;
  readonly required: boolean;
  readonly judge: "schema" | "core";
}

/** How a change is logged. */
export interface ChangeForm<AnyCall = Call<unknown, unknown>, Value = unknown> {
  /** The log message. */
  readonly event: string;
  /**
   * Ids of channels or jobs, and counts. Never a visitor, an address, a secret, or the id of a conversation or its
   * parts. The log must hold nothing about erased conversations.
   */
  readonly fields?: (call: AnyCall, value: Value) => LogFields;
}

/** A row of the table for the router, its checks and the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** In Express's syntax: `/channels/:id`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query: TObject | null;
  readonly body: BodyForm | null;
  readonly answer: AnswerForm;
  /** In addition to those that follow from the other fields. */
  readonly refusals: readonly RefusalName[];
  /** Whether the answer depends on nothing that can fail. Default: no. */
  readonly isSelfContained?: boolean;
  /** `null` for read-only operations. */
  readonly change: ChangeForm | null;
  readonly handle: (call: Call<unknown, unknown>) => Promise<Result<unknown>>;
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** A value of the schema as read-only data. */
export type Shown<Value> = Value extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Shown<Value[Name]> }
    : Value;

interface TypedAnswer<Value> extends AnswerForm {
  /** Never set; carries the type. */
  readonly value?: Value;
}

type TypedCall<Query, Body extends TSchema> = Call<
  Query extends TObject ? Static<Query> : unknown,
  Static<Body>
>;

interface TypedOperation<Query, Body extends TSchema, Value> extends Omit<
  Operation,
  "query" | "body" | "answer" | "handle" | "refusals" | "change"
> {
  readonly query?: Query;
  readonly body?: BodyForm<Body>;
  readonly answer: TypedAnswer<Value>;
  readonly refusals?: readonly RefusalName[];
  readonly change?: ChangeForm<TypedCall<Query, Body>, Value>;
  readonly handle: (call: TypedCall<Query, Body>) => Promise<Result<Value>>;
}

/** Makes a row whose handler must match its schemas. */
export function operation<Value, Query extends TObject | undefined, Body extends TSchema = TSchema>(
  row: TypedOperation<Query, Body, Value>,
): Operation {
  const { query = null, body = null, refusals = [], change = null, handle } = row;
  const untyped = { change: change as ChangeForm | null, handle: handle as Operation["handle"] };
  return { ...row, query, body, refusals, ...untyped };
}

export const json = <Schema extends TSchema>(
  status: 200 | 201 | 202,
  description: string,
  schema: Schema,
): TypedAnswer<Shown<Static<Schema>>> => ({ status, description, content: "json", schema });

export const lines = <Schema extends TSchema>(
  description: string,
  schema: Schema,
): TypedAnswer<AsyncIterable<Shown<Static<Schema>>>> => ({
  status: 200,
  description,
  content: "lines",
  schema,
});

export const nothing = (description: string): TypedAnswer<null> => ({
  status: 204,
  description,
  content: "nothing",
  schema: null,
});
