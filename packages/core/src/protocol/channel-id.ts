const channelId = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether `text` is a well-formed `<channel_public_id>`: 1 to 64 of `[A-Za-z0-9_-]` (ruling 1). */
export function isChannelId(text: string): boolean {
  return channelId.test(text);
}
