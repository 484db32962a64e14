import type { Channel } from "../model/channel.ts";
import { type BackendPause, defaultBackend } from "../model/backend-pause.ts";
import type { BackendAnswers } from "../ports/stores/backend-store.ts";
import type { StoredErasure } from "../ports/stores/erasure-store.ts";
import { ChannelSlots } from "./lanes/channel-slots.ts";
import type { ConversationRow, IdentityRow, InstanceRow, LaneRow } from "./rows.ts";

/** All data of the memory stores. Stores over the same data behave like one store after a restart. */
export class MemoryData {
  lastToken = 0;
  lastConversation = 0;
  lastErasure = 0;
  readonly conversations = new Map<string, ConversationRow>();
  /** Keyed by `visitorRef`. */
  readonly visitors = new Map<string, ConversationRow>();
  readonly lanes = new Set<LaneRow>();
  readonly slots = new ChannelSlots();
  /** Keyed by `identityRef`. */
  readonly identities = new Map<string, IdentityRow>();
  /** Notices of erased conversations, oldest first, keyed by `position`. */
  readonly erasures = new Map<number, StoredErasure>();
  /** Names of the known backends, by number. */
  readonly backends: string[] = [defaultBackend];
  /** Pauses of backends, keyed by the backend's name. */
  readonly pauses = new Map<string, BackendPause>();
  /** Answers of backends, keyed by the backend's name. */
  readonly answers = new Map<string, BackendAnswers>();
  /** Entries of plugins, keyed by the name of the instance. */
  readonly state = new Map<string, InstanceRow>();
  /** Live channels by public id, oldest first. */
  readonly channels = new Map<string, Channel>();
}

/** Key of one visitor on one channel. */
export function visitorRef(channelKey: string, visitorKey: string): string {
  return JSON.stringify([channelKey, visitorKey]);
}

/** Key of one message id on one channel. */
export function identityRef(channelKey: string, messageId: string): string {
  return JSON.stringify([channelKey, messageId]);
}
