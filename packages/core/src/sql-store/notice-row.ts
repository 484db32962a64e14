import type { ErasureNoticeEntry } from "../model/store-entry.ts";

/** The row of a notice of an erasure. */
export interface NoticeColumns extends Omit<ErasureNoticeEntry, "owners"> {
  /** Numbers of backends, as JSON; `null`: an earlier version wrote it. */
  readonly owners: string | null;
}

/** The notice of a row that may have other columns. `nameOf`: the name of a backend's number. */
export function noticeOf(
  { conversationId, channelId, owners }: NoticeColumns,
  nameOf: (backend: number) => string,
): ErasureNoticeEntry {
  if (owners === null) return { conversationId, channelId, owners };
  const names = (JSON.parse(owners) as readonly number[]).map(nameOf);
  return { conversationId, channelId, owners: [...new Set(names)].sort() };
}
