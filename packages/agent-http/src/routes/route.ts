import type { Refusal, RefusalName } from "@parley/core";
import type { Static, TObject, TSchema } from "typebox";

/** A request that fits its route. */
export interface RouteCall<Query = unknown, Body = unknown> {
  /** The conversation that the path names; empty where it names none. */
  readonly conversationId: string;
  readonly query: Query;
  readonly body: Body;
  /** The header `idempotency-key`. */
  readonly keyHeader: string | undefined;
  /** Aborts when the app does not wait for the answer any more. */
  readonly left: AbortSignal | undefined;
}

/** The answer of a route: one of its forms, or a refusal. */
export type RouteResult =
  | { readonly status: number; readonly value: unknown }
  | { readonly refusal: Refusal };

/** A form of a successful answer. `schema: null`: it has no body. */
export interface AnswerForm {
  readonly status: 200 | 202 | 204;
  readonly description: string;
  readonly schema: TSchema | null;
}

/** A row of the table that is served, checked and described. */
export interface Route {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT";
  /** `{id}` stands for a conversation. */
  readonly path: string;
  readonly summary: string;
  readonly query: TObject | null;
  readonly body: TObject | null;
  readonly answers: readonly AnswerForm[];
  /** Besides those that every route has. */
  readonly refusals: readonly RefusalName[];
  /** Whether it is served without a token. */
  readonly isPublic: boolean;
  /** Whether the header `idempotency-key` counts. */
  readonly takesKey: boolean;
  readonly handle: (call: RouteCall) => Promise<RouteResult>;
}

interface TypedRoute<Query, Body> extends Omit<
  Route,
  "query" | "body" | "refusals" | "isPublic" | "takesKey" | "handle"
> {
  readonly query?: Query;
  readonly body?: Body;
  readonly refusals?: readonly RefusalName[];
  readonly isPublic?: boolean;
  readonly takesKey?: boolean;
  readonly handle: (
    call: RouteCall<
      Query extends TObject ? Static<Query> : unknown,
      Body extends TObject ? Static<Body> : unknown
    >,
  ) => Promise<RouteResult>;
}

/** Makes a row whose handler must fit its schemas. */
export function route<
  Query extends TObject | undefined = undefined,
  Body extends TObject | undefined = undefined,
>(row: TypedRoute<Query, Body>): Route {
  const { query = null, body = null, refusals = [], isPublic = false, takesKey = false } = row;
  const handle = row.handle as Route["handle"];
  return { ...row, query, body, refusals, isPublic, takesKey, handle };
}

export const answered = (status: number, value: unknown): RouteResult => ({ status, value });
export const refused = (refusal: Refusal): RouteResult => ({ refusal });
