/** Fields that any media message may have (§2.5). */
interface MediaDetails {
  /** http(s) URL of a thumbnail image, 320 px. */
  readonly thumb?: string;
  /** An emoji that may replace the media where it cannot be shown. */
  readonly emoji?: string;
  /** Seconds, a positive integer. */
  readonly duration?: number;
  /** Pixels, a positive integer. */
  readonly width?: number;
  /** Pixels, a positive integer. */
  readonly height?: number;
  /** Caption or comment, at most 1000 characters. */
  readonly text?: string;
  readonly performer?: string;
  readonly title?: string;
}

/** Optional facts about a file. */
export interface FileDetails extends MediaDetails {
  /** File name, as the visitor or agent gave it. */
  readonly file_name?: string;
  /** Bytes, a positive integer. A channel with `media: "strict"`, the default, requires it. */
  readonly file_size?: number;
  /** Degrees, −90 to 90. */
  readonly latitude?: number;
  /** Degrees, −180 to 180. */
  readonly longitude?: number;
}

/** Optional facts about a location. */
export interface PlaceDetails extends MediaDetails {
  /** http(s) URL. */
  readonly file?: string;
  readonly file_name?: string;
  /** Bytes, a positive integer. */
  readonly file_size?: number;
}

/** Every media type with a file (§2.5). */
export const fileTypes = Object.freeze([
  "video",
  "audio",
  "voice",
  "photo",
  "sticker",
  "document",
] as const);
/** Type of a media message with a file. */
export type FileType = (typeof fileTypes)[number];

interface Identified {
  /**
   * 1 to 255 characters, not all of them blank. A message sent twice within 60 s with the same id and content is
   * delivered once.
   */
  readonly id?: string;
}

/** A text message (§2.4). */
export interface TextMessage extends Identified {
  readonly type: "text";
  /** At most 1000 characters. Longer text is cut, or split if the channel is set so. */
  readonly text: string;
}

/** A media message with a file (§2.5). */
export interface FileMessage extends Identified, FileDetails {
  readonly type: FileType;
  /** http(s) URL, at most 2048 characters. */
  readonly file: string;
}

/** A location message (§2.5). */
export interface LocationMessage extends Identified, PlaceDetails {
  readonly type: "location";
  /** Degrees, −90 to 90. */
  readonly latitude: number;
  /** Degrees, −180 to 180. */
  readonly longitude: number;
}

/** A message in either direction, with its fields as on the wire (§2.4, §2.5). */
export type Message = TextMessage | FileMessage | LocationMessage;

/** Typing begins or ends (§4.4). */
export type TypingType = "typein" | "typeout";
