import { visibleText } from "@parley/core/text";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import { api } from "../api/api.ts";
import { addressOf, goTo } from "../route.ts";
import { summaryInWords, visitorName } from "../ui/words.ts";
import type { Notice } from "./notice-center.ts";
import type { NoticeSettings } from "./notice-settings.ts";

const longestText = 140;

/** Texts of a notification. Without the agent's choice it says nothing that comes from the visitor. */
export function noticeWords(
  { event }: Notice,
  { text }: Pick<NoticeSettings, "text">,
  conversation: ConversationView | null,
): { readonly title: string; readonly body: string } {
  if (!text) return { title: "New message", body: "A visitor wrote to you." };
  const title = conversation === null ? "New message" : visibleText(visitorName(conversation));
  const words = [...visibleText(summaryInWords(event.data.message))];
  const isLong = words.length > longestText;
  return { title, body: words.slice(0, longestText).join("") + (isLong ? "…" : "") };
}

/** Shows a desktop notification. A later one of the same conversation takes its place. */
export async function showNotice(notice: Notice, settings: NoticeSettings): Promise<void> {
  if (!canNotify() || Notification.permission !== "granted") return;
  const { conversationId, event } = notice;
  const conversation = settings.text
    ? (event.data.conversation ?? (await api.conversation(conversationId).catch(() => null)))
    : null;
  const { title, body } = noticeWords(notice, settings, conversation);
  const shown = new Notification(title, { body, tag: `parley ${conversationId}` });
  shown.addEventListener("click", () => {
    window.focus();
    goTo(addressOf("c", conversationId));
    shown.close();
  });
}

/** Browsers offer notifications over https and on this machine alone. */
export function canNotify(): boolean {
  return "Notification" in window && window.isSecureContext;
}
