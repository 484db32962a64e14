/** The columns of `NoticeColumns`. */
export const noticeColumns = `conversation_id as "conversationId", channel_id as "channelId", owners`;
