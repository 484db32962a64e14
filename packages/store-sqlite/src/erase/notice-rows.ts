import type { ErasureNoticeEntry } from "@parley/core";

/** A notice's row, as `noticeColumns` names its columns. */
export interface NoticeColumns extends Omit<ErasureNoticeEntry, "owners"> {
  /** JSON. */
  readonly owners: string | null;
}

export const noticeColumns = "conversation_id as conversationId, channel_id as channelId, owners";

/** The notice of a row that may have other columns. */
export function noticeOf({ conversationId, channelId, owners }: NoticeColumns): ErasureNoticeEntry {
  const names = owners === null ? null : (JSON.parse(owners) as readonly string[]);
  return { conversationId, channelId, owners: names };
}
