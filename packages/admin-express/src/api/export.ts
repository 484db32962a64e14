import { type Static, Type } from "typebox";
import { ConversationView, MessageView } from "./conversation.ts";
import { ChannelId, Count } from "./fields.ts";

/** One line of an export. A stream without the `end` line is incomplete. */
export const ExportLine = Type.Union(
  [
    Type.Object({ type: Type.Literal("conversation"), ...ConversationView.properties }),
    Type.Object({
      type: Type.Literal("message"),
      conversationId: Type.String(),
      ...MessageView.properties,
    }),
    Type.Object({ type: Type.Literal("end"), conversations: Count, messages: Count }),
  ],
  { title: "ExportLine" },
);
export type ExportLine = Static<typeof ExportLine>;

export const ExportQuery = Type.Object(
  { channel: Type.Optional(ChannelId) },
  { additionalProperties: false },
);
export type ExportQuery = Static<typeof ExportQuery>;
