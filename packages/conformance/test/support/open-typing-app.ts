import type { TypingType } from "@parley/core";
import { ManualTime, type OpenTypingApp, ScriptedBackend } from "../../src/index.ts";

/** How the smallest app that shows typing may get it wrong. */
export interface TypingFlaws {
  /** Shows one conversation's typing in every other. */
  readonly everywhere?: boolean;
  /** Keeps the first, not the latest. */
  readonly keepsFirst?: boolean;
  /** Answers nothing for as long as the app does not. */
  readonly neverEnds?: boolean;
  /** Counts typing among the messages. */
  readonly isMessage?: boolean;
}

/** The smallest app that shows typing; right without flaws. */
export const openTypingApp =
  (flaws: TypingFlaws = {}): OpenTypingApp =>
  async () => {
    const backend = new ScriptedBackend(new ManualTime());
    const shown = new Map<string, TypingType>();
    let extra = 0;
    let inTrouble = false;
    const show = async (conversationId: string, type: TypingType): Promise<void> => {
      if (inTrouble && flaws.neverEnds) return new Promise(() => {});
      if (inTrouble) throw new Error("the agent app is down");
      if (flaws.isMessage) extra += 1;
      const key = flaws.everywhere ? "" : conversationId;
      if (!flaws.keepsFirst || !shown.has(key)) shown.set(key, type);
    };
    return {
      typing: { typing: show },
      backend,
      shown: async (conversationId) => shown.get(flaws.everywhere ? "" : conversationId) ?? null,
      messageCount: async (conversationId) =>
        extra + backend.taken.filter((event) => event.conversationId === conversationId).length,
      trouble: {
        begin: async () => void (inTrouble = true),
        end: async () => void (inTrouble = false),
      },
      close: async () => {},
    };
  };
