import { Type } from "typebox";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import { schemaFault, validatorOf } from "../../validation/schema-fault.ts";

/** Characters of `by`, counted as Unicode code points. */
export const byLimit = 255;

const Nothing = Type.Null();

const transition = validatorOf(
  Type.Object({
    conversationId: Type.String({ minLength: 1, maxLength: 255 }),
    fence: Type.Integer({ minimum: 0 }),
    to: Type.Object({
      backend: Type.Union([Type.String({ minLength: 1, maxLength: 81 }), Nothing]),
      assignee: Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Nothing]),
    }),
    name: Type.String({ pattern: "^[a-z][a-z0-9-]{0,39}$" }),
    by: Type.String({ minLength: 1, maxLength: byLimit }),
    why: Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), Nothing]),
  }),
);

/** What is wrong with a request for a change of owner. Callers in plain JavaScript may pass anything. */
export function readTransition(request: unknown): Refusal | null {
  const fault = schemaFault(transition, request, { whole: "the request", field: "field" });
  return fault === null ? null : refuse("invalidRequest", { detail: fault.replace(/\.$/, "") });
}
