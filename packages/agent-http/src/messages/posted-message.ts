/** An agent's message, as the app posts it. */
export interface PostedMessage {
  readonly conversationId: string;
  /** `null`: every request sends. */
  readonly key: string | null;
  readonly sender: unknown;
  readonly message: Readonly<Record<string, unknown>>;
  readonly fence: number | undefined;
}
