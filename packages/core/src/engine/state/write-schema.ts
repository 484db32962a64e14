import { Type } from "typebox";
import { laneKinds } from "../../model/lane.ts";
import { validatorOf } from "../../validation/schema-fault.ts";

const strict = { additionalProperties: false };

const Key = Type.String({
  pattern: "^[\\x21-\\x7e]{1,200}$",
  description: "a key: 1 to 200 printable ASCII characters without spaces",
});
const Instant = Type.Union(
  [Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()],
  {
    description: "whole epoch milliseconds, or null",
  },
);

const Condition = Type.Object(
  {
    ifAbsent: Type.Optional(Type.Literal(true, { description: "true, or left out" })),
    ifVersion: Type.Optional(Type.Integer({ description: "the version of an entry" })),
    turn: Type.Optional(
      Type.Object(
        {
          conversationId: Type.String(),
          kind: Type.Union(laneKinds.map((kind) => Type.Literal(kind))),
          token: Type.Integer(),
        },
        { description: "the turn of an event, a report or a notice" },
      ),
    ),
    claim: Type.Optional(
      Type.Object({ key: Key, token: Type.String() }, { description: "the claim of a due call" }),
    ),
  },
  { ...strict, description: "an object of conditions" },
);

/** A `put`, except how far ahead its instants are and how long its value is. */
export const putWrite = validatorOf(
  Type.Object(
    {
      put: Key,
      value: Type.Unknown(),
      conversationId: Type.Optional(
        Type.Union([Type.String({ minLength: 1 }), Type.Null()], {
          description: "the id of a conversation, or null",
        }),
      ),
      due: Type.Optional(Instant),
      expiresAt: Type.Optional(Instant),
      when: Type.Optional(Condition),
    },
    { ...strict, description: "an object with `put` or `delete`" },
  ),
);

export const deleteWrite = validatorOf(
  Type.Object({ delete: Key, when: Type.Optional(Condition) }, strict),
);

/** The answer of a due call. */
export const dueAnswer = validatorOf(
  Type.Union([
    Type.Object({ dueAt: Instant, value: Type.Optional(Type.Unknown()) }, strict),
    Type.Object({ gone: Type.Literal(true) }, strict),
  ]),
);

/** Keys that `get`, `list` and `wake` are asked for. */
export const anyKey = validatorOf(Type.Object({ key: Key }));
