import { visitorIdText } from "@parley/core";
import { fileNameParts, textPieces, visibleText } from "@parley/core/text";
import { answer, type ConsoleHost } from "./console-host.ts";

/** The expected texts of a conversation's parts, by `data-testid`. */
export type ShownTexts = Readonly<Record<string, readonly string[]>>;

export interface InjectedConversation {
  readonly id: string;
  readonly texts: ShownTexts;
  /** Addresses of images that the page may request. */
  readonly images: readonly string[];
}

const fileTypes = ["photo", "document", "video", "audio", "voice", "sticker"] as const;

/** Shortens text as core does, by whole characters. */
export function cut(text: string, limit: number): string {
  return [...text.toWellFormed()].slice(0, limit).join("");
}

/** Unique through its number, whatever text follows. */
function visitorIdOf(index: number, text: string): string {
  return cut(`${index}|${text}`, 200);
}

/** An endpoint that refuses every message. The description is the visitor's text. */
export const refuseWith = (texts: readonly string[]) => async (request: { body: string }) => {
  const { recipient } = JSON.parse(request.body) as { recipient: { id: string } };
  const message = texts[Number.parseInt(recipient.id, 10)];
  return answer(200, { error: { code: 1, message } });
};

/** One conversation per text. The text is in every field of the visitor, the agent and the endpoint. */
export async function injectConversations(
  host: ConsoleHost,
  texts: readonly string[],
): Promise<InjectedConversation[]> {
  for (const [index, text] of texts.entries()) await visitorWrites(host, index, text);
  const conversations: InjectedConversation[] = [];
  let before: string | null = null;
  do {
    const page = await host.gateway.conversations.list({ before, limit: 100 });
    for (const { id, visitorId } of page.items) {
      const index = Number.parseInt(visitorIdText(visitorId), 10);
      const text = texts[index] ?? "";
      await agentWrites(host, id, text);
      conversations[index] = { id, texts: shownOf(index, text), images: [text, fileOf(text)] };
    }
    before = page.next;
  } while (before !== null);
  return conversations;
}

async function visitorWrites(host: ConsoleHost, index: number, text: string): Promise<void> {
  const id = visitorIdOf(index, text);
  const sender = { id, name: text, phone: text, email: text, invite: text, url: text };
  const photo = index % 2 === 0 ? text : fileOf(text);
  await host.visitor({ sender: { ...sender, photo }, message: { type: "text", text } });
  const about = { text, performer: text, emoji: cut(text, 30) };
  const file = {
    file: fileOf(text),
    thumb: fileOf(text),
    file_name: cut(text, 1_000),
    file_size: 9,
  };
  for (const type of fileTypes) {
    const title = type === "document" ? {} : { title: cut(text, 1_000) };
    await host.visitor({ sender: { id }, message: { type, ...file, ...about, ...title } });
  }
  const place = { latitude: 1.5, longitude: 2.5, title: cut(text, 1_000) };
  await host.visitor({ sender: { id }, message: { type: "location", ...place, ...about } });
}

async function agentWrites(host: ConsoleHost, conversationId: string, text: string): Promise<void> {
  const sent = await host.gateway.outbox.send({
    conversationId,
    idempotencyKey: null,
    sender: { name: text.trim() === "" ? "Ann" : cut(text, 255), photo: fileOf(text) },
    message: { type: "text", text },
  });
  if (!sent.accepted) throw new Error(sent.refusal.message);
}

/** An address that ends in the text, without characters that addresses cannot contain. */
function fileOf(text: string): string {
  const printable = [...text].filter((letter) => letter > "\x1f" && !/[\x7f-\x9f]/.test(letter));
  return `https://files.example/${cut(printable.join(""), 1_000)}`;
}

function shownOf(index: number, text: string): ShownTexts {
  const name = visibleText(cut(text, 255));
  const body = cut(text, 1_000);
  const profile = {
    "thread-name": [name],
    "visitor-name": [name],
    "visitor-phone": [name],
    "visitor-email": [name],
    "visitor-invite": [linesOf(body)],
    "visitor-page": [visibleText(cut(text, 2_048))],
    "failure-description": [`“${linesOf(body)}”`],
  };
  return {
    ...(text.trim() !== "" && profile),
    "visitor-id": [visibleText(visitorIdOf(index, text))],
    // Titles are the file names.
    "media-name": [...fileTypes, "location"].map((type) =>
      type === "location" ? visibleText(body) : fileNameOf(body),
    ),
    "message-text": Array.from({ length: fileTypes.length + 3 }, () => linesOf(body)),
  };
}

function linesOf(text: string): string {
  return textPieces(text, { lines: true })
    .map((piece) => piece.text)
    .join("");
}

function fileNameOf(name: string): string {
  const { start, end } = fileNameParts(name);
  return visibleText(start) + visibleText(end);
}
