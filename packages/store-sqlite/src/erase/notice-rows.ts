import type { ErasureNoticeEntry } from "@parley/core";

/** A notice's row, as `noticeColumns` names its columns. */
export interface NoticeColumns extends Omit<ErasureNoticeEntry, "owners"> {
  /** Numbers of backends, as JSON; `null`: an earlier version wrote it. */
  readonly owners: string | null;
}

export const noticeColumns = "conversation_id as conversationId, channel_id as channelId, owners";

/** The notice of a row that may have other columns. */
export function noticeOf(
  { conversationId, channelId, owners }: NoticeColumns,
  nameOf: (backend: number) => string,
): ErasureNoticeEntry {
  if (owners === null) return { conversationId, channelId, owners };
  const names = (JSON.parse(owners) as readonly number[]).map(nameOf);
  return { conversationId, channelId, owners: [...new Set(names)].sort() };
}
