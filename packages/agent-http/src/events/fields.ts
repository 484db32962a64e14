import { type TSchema, Type } from "typebox";

/** Epoch milliseconds. */
export const Instant = Type.Integer({ minimum: 0, description: "Epoch milliseconds." });

/** `schema` or `null`. */
export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Position of a message in its conversation. */
export const Sequence = Type.Integer({ minimum: 1, description: "Place in the conversation." });

/** Fields as on the wire between shops and the gateway. */
export const Fields = Type.Record(Type.String(), Type.Unknown());

/** State of a message. */
export const State = Type.Enum(["waiting", "delivered", "failed"]);

/** The visitor as the shop tells it: untrusted text. */
export const VisitorView = Type.Object(
  {
    id: Type.String(),
    name: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    photo: Type.Optional(Type.String()),
    invite: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
  },
  { title: "Visitor", description: "The visitor as the shop tells it: untrusted text." },
);
