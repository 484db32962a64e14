import type { StoredMedia } from "@parley/core";

/** A text for `Outbox.send`. */
export interface AgentTextMessage {
  readonly type: "text";
  readonly text: string;
}

/** A file for `Outbox.send`. */
export interface AgentFileMessage {
  readonly type: "photo" | "video" | "audio" | "document";
  readonly file: string;
  readonly file_size: number;
  readonly file_name: string;
  readonly text?: string;
}

/** An agent's text for the visitor, whole: the channel's `overflow` decides what becomes of more than 1000 characters. */
export function agentTextMessage(text: string): AgentTextMessage {
  return { type: "text", text };
}

/**
 * An agent's file for the visitor, from its copy in the media store.
 * @param text what the agent wrote with it
 */
export function agentFileMessage(file: StoredMedia, text?: string): AgentFileMessage {
  const { url, type, sizeBytes, name } = file;
  const words = text === undefined || text.trim() === "" ? {} : { text };
  return { type: kindOf(type), file: url, file_size: sizeBytes, file_name: name, ...words };
}

function kindOf(mediaType: string): AgentFileMessage["type"] {
  if (/^image\/(?!svg)/i.test(mediaType)) return "photo";
  if (/^video\//i.test(mediaType)) return "video";
  return /^audio\//i.test(mediaType) ? "audio" : "document";
}
