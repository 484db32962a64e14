/** How a message type is shown and composed. */
export interface MessageKind {
  readonly label: string;
  readonly shownAs: "text" | "file" | "picture" | "audio" | "video" | "place";
  /** The form with which an agent composes one. */
  readonly form: "text" | "file" | "place";
}

const kind = (
  label: string,
  shownAs: MessageKind["shownAs"],
  form: MessageKind["form"] = "file",
): MessageKind => ({ label, shownAs, form });

/** One row for every message type that is stored (§2.4, §2.5, ruling 22). */
export const messageKinds: Readonly<Record<string, MessageKind>> = {
  text: kind("Text", "text", "text"),
  photo: kind("Photo", "picture"),
  document: kind("Document", "file"),
  video: kind("Video", "video"),
  audio: kind("Audio", "audio"),
  voice: kind("Voice message", "audio"),
  sticker: kind("Sticker", "picture"),
  location: kind("Location", "place", "place"),
};
