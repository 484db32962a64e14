import type { LiveEvent } from "../../src/live/live-event.ts";
import type { NoticeSettings } from "./notice-settings.ts";

/** A new message that the agent does not see. */
export interface Notice {
  readonly conversationId: string;
  readonly event: LiveEvent & { readonly type: "message" };
}

/** What the tabs of a browser tell each other: this conversation was told of, or is being looked at. */
export interface NoticeWord {
  readonly type: "told" | "seen";
  readonly conversationId: string;
}

/** The page around a notice center. */
export interface NoticePlatform {
  readonly settings: () => NoticeSettings;
  /** Whether the agent is available. Nobody is disturbed who is away. */
  readonly isAvailable: () => boolean;
  /** The conversation in front of the agent; `null` when there is none, or the page is hidden. */
  readonly lookedAt: () => string | null;
  /** Tells the other tabs. */
  readonly post: (word: NoticeWord) => void;
  /** From 0 to 1. Another number in each tab, so that one of them tells first. */
  readonly random: () => number;
  readonly later: (work: () => void, ms: number) => void;
  readonly show: (notice: Notice, settings: NoticeSettings) => void;
  readonly sound: () => void;
}

/** A tab that shows the conversation says so within this time; only then does another tab tell. */
const lookMs = 50;
const shortestWaitMs = 150;
const longestWaitMs = 450;

/**
 * Decides which new messages the agent is told of: one for each conversation, until the agent looks at it. One tab of
 * a browser tells.
 */
export class NoticeCenter {
  readonly #platform: NoticePlatform;
  /** Conversations that were told of and not looked at since. */
  readonly #told = new Set<string>();
  /** Messages that this tab is about to tell of, by conversation. */
  readonly #waiting = new Map<string, Notice>();

  constructor(platform: NoticePlatform) {
    this.#platform = platform;
  }

  take(event: LiveEvent): void {
    if (event.type !== "message" || event.data.message.direction !== "inbound") return;
    // Another agent app answers it.
    if (event.data.conversation?.answeredBy !== undefined) return;
    const { lookedAt, later, random } = this.#platform;
    const { conversationId } = event.data;
    // Not at once: another tab may receive the message only after this word.
    if (lookedAt() === conversationId) return later(() => this.look(), lookMs);
    if (!this.#isWanted(conversationId)) return;
    const isWaiting = this.#waiting.has(conversationId);
    this.#waiting.set(conversationId, { conversationId, event });
    if (isWaiting) return;
    const waitMs = shortestWaitMs + random() * (longestWaitMs - shortestWaitMs);
    later(() => this.#tell(conversationId), waitMs);
  }

  /** The agent may have opened a conversation, or come back to the page. */
  look(): void {
    const conversationId = this.#platform.lookedAt();
    if (conversationId === null) return;
    this.#forget(conversationId);
    this.#platform.post({ type: "seen", conversationId });
  }

  /** Another tab's word. */
  hear({ type, conversationId }: NoticeWord): void {
    this.#forget(conversationId);
    if (type === "told") this.#told.add(conversationId);
  }

  #isWanted(conversationId: string): boolean {
    const { settings, isAvailable } = this.#platform;
    const { desktop, sound } = settings();
    return (desktop || sound) && isAvailable() && !this.#told.has(conversationId);
  }

  #tell(conversationId: string): void {
    const { settings, post, show, sound, lookedAt } = this.#platform;
    const notice = this.#waiting.get(conversationId);
    this.#waiting.delete(conversationId);
    if (notice === undefined || lookedAt() === conversationId) return;
    if (!this.#isWanted(conversationId)) return;
    this.#told.add(conversationId);
    post({ type: "told", conversationId });
    const chosen = settings();
    if (chosen.desktop) show(notice, chosen);
    if (chosen.sound) sound();
  }

  #forget(conversationId: string): void {
    this.#told.delete(conversationId);
    this.#waiting.delete(conversationId);
  }
}
