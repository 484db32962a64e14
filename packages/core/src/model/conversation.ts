import type { Profile } from "../protocol/senders/profile.ts";
import type { Owner } from "./owner.ts";

/** One visitor on one channel; unique by `(channelKey, visitorKey)`. */
export interface Conversation {
  /** Opaque text, at most 32 characters of `[A-Za-z0-9_-]`. */
  readonly id: string;
  readonly channelKey: string;
  readonly channelId: string;
  /** `visitorKeyOf(visitorId)`: `42` and `"42"` share one (ruling 6). */
  readonly visitorKey: string;
  /** JSON text of `sender.id` from the visitor's latest message; sent back as `recipient.id`. */
  readonly visitorId: string;
  readonly profile: Profile;
  /** Epoch milliseconds of the first message. */
  readonly createdAt: number;
  /** Epoch milliseconds of the latest message in either direction; lists are sorted by it. */
  readonly lastMessageAt: number;
  readonly owner: Owner;
}
