import type { ConversationView, MessageView } from "@parley/admin-express/api";
import { fileNameParts } from "@parley/core/text";
import type { CommandContext } from "../command-context.ts";
import { type Fact, printFacts } from "./facts.ts";
import { instantText } from "../input/instants.ts";
import { ownerText } from "./owner-text.ts";
import type { Column } from "./table.ts";

/** Prints a conversation and its visitor's profile. */
export function printConversation(context: CommandContext, conversation: ConversationView): void {
  const { profile } = conversation;
  printFacts(context, [
    ["id", conversation.id],
    ["channel", conversation.channelId],
    ["visitor", conversation.visitorId],
    ...ownerFacts(conversation),
    ...Object.entries(profile).map(([name, text]): Fact => [name, String(text)]),
    ["first message", instantText(conversation.createdAt)],
    ["latest message", instantText(conversation.lastMessageAt)],
  ]);
}

/** A gateway of an earlier version tells nothing of owners. */
function ownerFacts({ owner }: Partial<ConversationView>): readonly Fact[] {
  return owner === undefined ? [] : [["owner", `${ownerText(owner)} (fence ${owner.fence})`]];
}

/** Columns of the message list. */
export const messageColumns: readonly Column<MessageView>[] = [
  { title: "message", text: ({ sequence }) => String(sequence) },
  { title: "accepted", text: ({ acceptedAt }) => instantText(acceptedAt) },
  { title: "from", text: ({ direction }) => (direction === "inbound" ? "visitor" : "agent") },
  { title: "state", text: ({ state }) => state },
  {
    title: "content",
    text: ({ message }) => contentText(message),
    flexible: true,
    keepsEnd: ({ message }) => message.type !== "text",
  },
];

/** A file is shown by its name. The name stands last, so that its extension is visible. */
function contentText(message: MessageView["message"]): string {
  const { type, text, file_name: fileName } = message;
  if (type === "text") return String(text);
  if (typeof fileName !== "string") return JSON.stringify(message);
  const { start, end } = fileNameParts(fileName);
  const words = [type, message["title"], text].filter((part) => typeof part === "string");
  return `${words.join(" · ")}: ${start}${end}`;
}
