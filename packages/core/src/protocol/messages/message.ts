import { type TSchema, type TUnsafe, Type } from "typebox";
import { type MessageFieldName, messageFields, type MessageFieldValue } from "./message-fields.ts";
import {
  type MessageTypeRow,
  messageTypes,
  type StoredMessageType,
  type UnknownableField,
} from "./message-types.ts";

/** Maximum number of characters (Unicode code points) of a `message.id`. */
export const messageIdLimit = 255;

type Row<Name extends StoredMessageType> = (typeof messageTypes)[Name];
type Sure<Name extends StoredMessageType> = Exclude<
  Row<Name>["required"][number],
  UnknownableField
>;
type Unsure<Name extends StoredMessageType> = Exclude<
  Row<Name>["required"][number] | Row<Name>["optional"][number],
  Sure<Name>
>;

/**
 * A message as it is stored and delivered, in both directions: known fields only, validated, cut, well-formed
 * (§2.4, §2.5).
 * `id` is present when a visitor sent a usable one, and on every message to an integrating system.
 */
export type Message = {
  [Name in StoredMessageType]: { readonly type: Name; readonly id?: string } & {
    readonly [Field in Sure<Name>]: MessageFieldValue<Field>;
  } & { readonly [Field in Unsure<Name>]?: MessageFieldValue<Field> };
}[StoredMessageType];

/** JSON Schema of `Message`, generated from the tables. */
export const Message: TUnsafe<Message> = Type.Unsafe<Message>(
  Type.Union(
    Object.entries<MessageTypeRow>(messageTypes)
      .filter(([, row]) => row.kind !== "typing")
      .map(([name, row]) => schemaOf(name, row)),
  ),
);

function schemaOf(name: string, row: MessageTypeRow): TSchema {
  const unknownable = new Set<MessageFieldName>(["file_size" satisfies UnknownableField]);
  const properties: Record<string, TSchema> = {
    type: Type.Literal(name),
    id: Type.Optional(Type.String({ minLength: 1, maxLength: messageIdLimit })),
  };
  for (const field of [...row.required, ...row.optional]) {
    const { schema } = messageFields[field];
    const sure = row.required.includes(field) && !unknownable.has(field);
    properties[field] = sure ? schema : Type.Optional(schema);
  }
  return Type.Object(properties, { additionalProperties: false });
}
