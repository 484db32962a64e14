/** How a message type is shown and composed. */
export interface MessageKind {
  readonly label: string;
  /** Whether `thumb` or `file` is an image. */
  readonly picture: boolean;
  /** The form with which an agent composes one. */
  readonly form: "text" | "file" | "place";
}

const kind = (label: string, form: MessageKind["form"] = "file", picture = false): MessageKind => ({
  label,
  form,
  picture,
});

/** One row for every message type that is stored (§2.4, §2.5, ruling 22). */
export const messageKinds: Readonly<Record<string, MessageKind>> = {
  text: kind("Text", "text"),
  photo: kind("Photo", "file", true),
  document: kind("Document"),
  video: kind("Video"),
  audio: kind("Audio"),
  voice: kind("Voice message"),
  sticker: kind("Sticker", "file", true),
  location: kind("Location", "place"),
};
