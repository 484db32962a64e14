import type { Conversation } from "../model/conversation.ts";
import { visitorIdText } from "../protocol/senders/visitor-id.ts";
import { foldText } from "../text/fold-text.ts";

const messageFields = ["text", "file_name", "title", "performer", "emoji"] as const;

/** The folded text under which a message is found. Empty when it has none. `message`: its JSON text. */
export function messageEntryText(message: string): string {
  const fields = readJson(message);
  return foldText(messageFields.map((name) => textOf(fields[name])).join("\n"));
}

/** The folded text under which a visitor is found: name, contact details and id. */
export function visitorEntryText({
  profile,
  visitorId,
}: Pick<Conversation, "profile" | "visitorId">): string {
  const { name = "", phone = "", email = "" } = profile;
  // A phone number is also found without its spaces and hyphens.
  const digits = phone.replaceAll(/\D/g, "");
  return foldText([name, phone, digits, email, visitorIdText(visitorId)].join("\n"));
}

/** Not every text in a store has to be JSON: stores take any. */
function readJson(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
