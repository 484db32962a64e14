import type { LogFields, Refusal, RefusalName } from "@parley/core";
import type { Static, TObject, TSchema } from "typebox";

/** What an operation came to. */
export type Result<Value> =
  | { readonly done: true; readonly value: Value }
  | { readonly done: false; readonly refusal: Refusal };

export const done = <Value>(value: Value): Result<Value> => ({ done: true, value });
export const refused = (refusal: Refusal): Result<never> => ({ done: false, refusal });

/** One request, checked. */
export interface Call<Query, Body> {
  /** Of the path, as they came, without percent-encoding. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Aborted when the client goes away or the gateway stops. */
  readonly signal: AbortSignal;
}

/** How success is answered. */
export interface AnswerForm {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** `lines`: NDJSON, one `schema` a line. */
  readonly content: "json" | "lines" | "nothing";
  readonly schema: TSchema | null;
}

/** What a request's body must be, and who says what is wrong with it: the schema, or core in its own words. */
export interface BodyForm<Body extends TSchema = TSchema> {
  readonly schema: Body;
  readonly required: boolean;
  readonly judge: "schema" | "core";
}

/** How a change is told the log. */
export interface ChangeForm<AnyCall = Call<unknown, unknown>, Value = unknown> {
  /** What was done, in words of its own. */
  readonly event: string;
  /**
   * Which channel or job, and counts. Never a visitor, an address, a secret, nor a conversation or what is part of one:
   * of those that are erased the log must hold nothing.
   */
  readonly fields?: (call: AnyCall, value: Value) => LogFields;
}

/** One row of the table that the router, its checks and the OpenAPI document are made from. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Express's form: `/channels/:id`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly query: TObject | null;
  readonly body: BodyForm | null;
  readonly answer: AnswerForm;
  /** Beside those that follow from the rest of the row. */
  readonly refusals: readonly RefusalName[];
  /** Whether the answer waits for nothing that can fail. Default: no. */
  readonly isSelfContained?: boolean;
  /** `null` for what only looks. */
  readonly change: ChangeForm | null;
  readonly handle: (call: Call<unknown, unknown>) => Promise<Result<unknown>>;
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What a schema lets through, as code may hand it out: nothing is written to. */
export type Shown<Value> = Value extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Shown<Value[Name]> }
    : Value;

interface TypedAnswer<Value> extends AnswerForm {
  /** Never there; carries the type. */
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

/** A row whose handler is held to its schemas. */
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
