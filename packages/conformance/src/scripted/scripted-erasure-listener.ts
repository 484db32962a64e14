import type { ErasedConversation, ErasureListener, ErasureNotice, Receipt } from "@parley/core";

/** `hang`: until it is aborted. */
export type ErasureAnswer = "taken" | "throw" | "hang" | Receipt;

/** Keeps every notice that it was told, and answers as the test decides. */
export class ScriptedErasureListener implements ErasureListener {
  readonly told: ErasureNotice[] = [];
  answer: (notice: ErasureNotice) => ErasureAnswer = () => "taken";

  async erased(
    { conversationId, channelId }: ErasedConversation,
    signal: AbortSignal,
  ): Promise<Receipt> {
    const notice = { conversationId, channelId };
    this.told.push(notice);
    const answer = this.answer(notice);
    if (answer === "throw") throw new Error("the listener's disk is full");
    if (answer === "hang")
      await new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(new Error("aborted"))),
      );
    return typeof answer === "string" ? { outcome: "taken" } : answer;
  }
}
