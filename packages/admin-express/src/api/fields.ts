import { type TSchema, Type } from "typebox";

/** Epoch milliseconds. */
export const Instant = Type.Integer({ minimum: 0, description: "Epoch milliseconds." });

/** `schema` or `null`. `description`: what a refusal says of a wrong value. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** A count. */
export const Count = Type.Integer({ minimum: 0 });

/** `<channel_public_id>`. */
export const ChannelId = Type.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  description: "1 to 64 characters of A-Z a-z 0-9 _ -.",
});
