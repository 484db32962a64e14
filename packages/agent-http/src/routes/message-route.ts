import { messageTypes, refuse } from "@parley/core";
import { type Static, Type } from "typebox";
import type { MessageSender } from "../messages/message-sender.ts";
import { answered, refused, type Route, route } from "./route.ts";

const Key = Type.String({ minLength: 1, maxLength: 255 });

const messageExamples = [
  { type: "text", text: "Good morning!" },
  { type: "photo", file: "https://files.example/shoe.png", file_name: "shoe.png" },
  { type: "location", latitude: 52.516275, longitude: 13.377704, title: "Our shop" },
  { type: "typein" },
];

const PostMessage = Type.Object(
  {
    conversationId: Type.String({ minLength: 1, maxLength: 64 }),
    idempotencyKey: Type.Optional(Key),
    sender: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { examples: [{ name: "Ann" }] }),
    ),
    message: Type.Object(
      { type: Type.String({ description: `One of ${Object.keys(messageTypes).join(", ")}.` }) },
      {
        description: "An object with a type and the fields of that type is expected",
        examples: messageExamples,
      },
    ),
    fence: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  },
  {
    additionalProperties: false,
    title: "PostMessage",
    description:
      "A text has `text`. Every type with a file has `file`, an http(s) link; it may have `file_name`, `file_size` in bytes, `thumb`, `text`, `title`, `performer`, `duration` in seconds, `width`, `height`, and needs the first two where the gateway has no media store. A location has `latitude` and `longitude`. `sender` is `{name, photo?}`: who of the agents writes; typing needs none. With `fence`, the message is refused once the conversation's owner has changed.",
  },
);
type PostMessage = Static<typeof PostMessage>;

const MessageAccepted = Type.Object(
  {
    deliveryId: Type.String({ description: "Reports name it. Of a split text, its first part." }),
    sequence: Type.Integer({ minimum: 1 }),
    warnings: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  },
  { title: "MessageAccepted" },
);

const Nothing = Type.Object({}, { title: "Nothing" });

/** What agents write, and that they type. */
export function messageRoute(sender: MessageSender): Route {
  return route({
    id: "postMessage",
    method: "POST",
    path: "/messages",
    summary:
      "Sends a message to the visitor, or shows that an agent types. A repeated key sends nothing and gets the first answer.",
    body: PostMessage,
    takesKey: true,
    answers: [
      { status: 200, description: "The message is stored.", schema: MessageAccepted },
      { status: 202, description: "Typing was passed on, if it could.", schema: Nothing },
    ],
    refusals: [
      "wrongShape",
      "missingField",
      "invalidField",
      "unknownMessageType",
      "fileNotCopied",
      "unknownConversation",
      "notOwner",
      "keyReused",
      "channelRemoved",
      "laneFull",
      "overloaded",
      "fileUnavailable",
    ],
    handle: async ({ body, keyHeader }) => {
      const { conversationId, idempotencyKey, sender: from, message, fence } = body;
      const { type } = message;
      if (type === "typein" || type === "typeout") {
        const refusal = await sender.typing(conversationId, type);
        return refusal === null ? answered(202, {}) : refused(refusal);
      }
      const key = idempotencyKey ?? keyHeader ?? null;
      if (keyHeader !== undefined && keyHeader !== key) return refused(twoKeys);
      const answer = await sender.send({ conversationId, key, sender: from, message, fence });
      if (!answer.accepted) return refused(answer.refusal);
      const { deliveryId, sequence, warnings } = answer;
      return answered(200, { deliveryId, sequence, warnings });
    },
  });
}

const twoKeys = refuse("invalidField", {
  field: "idempotencyKey",
  detail: "The body and the header give different keys",
});
