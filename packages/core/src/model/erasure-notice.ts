/** A conversation that was erased. Ids only: nothing that the visitor or an agent wrote. */
export interface ErasureNotice {
  /** Never used again: a visitor who comes back has a new conversation. */
  readonly conversationId: string;
  /** `<channel_public_id>` of its channel, which may be removed by now. */
  readonly channelId: string;
}
