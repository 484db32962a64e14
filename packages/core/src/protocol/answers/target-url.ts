import { isHttpUrl, urlLimit } from "../messages/http-url.ts";

/** Placeholder for the channel id in a `chat_api_url` that is a template (ruling 13). */
export const channelPlaceholder = "{channel}";

/** A valid `chat_api_url`, or a phrase that says what is wrong with it, for the person who set it. */
export type ChatApiUrlCheck =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly why: string };

/**
 * The URL for a channel's agent messages: the id replaces every `{channel}`, or is added as a path segment before
 * the query (§4.3, ruling 13). `chatApiUrl` must have passed `checkChatApiUrl`.
 */
export function targetUrl(chatApiUrl: string, channelId: string): string {
  const id = encodeURIComponent(channelId.toWellFormed());
  if (chatApiUrl.includes(channelPlaceholder)) {
    return chatApiUrl.replaceAll(channelPlaceholder, () => id);
  }
  const query = chatApiUrl.indexOf("?");
  const path = query === -1 ? chatApiUrl : chatApiUrl.slice(0, query);
  return `${path}${path.endsWith("/") ? "" : "/"}${id}${chatApiUrl.slice(path.length)}`;
}

/**
 * Validates a `chat_api_url` as text: absolute http or https, at most 2048 characters, no credentials, no fragment.
 * The transport checks at every attempt that it is https and public (ruling 20).
 */
export function checkChatApiUrl(text: unknown): ChatApiUrlCheck {
  if (typeof text !== "string") return wrong("must be a string");
  if (text.length > urlLimit) return wrong(`must have at most ${urlLimit} characters`);
  if (/\s/.test(text) || !text.isWellFormed()) return wrong("must not hold white space");
  const sample = text.replaceAll(channelPlaceholder, "channel");
  const url = isHttpUrl(sample) ? URL.parse(sample) : null;
  if (url === null) return wrong("must be an absolute http or https URL");
  if (url.username !== "" || url.password !== "") return wrong("must not hold credentials");
  if (text.includes("#")) return wrong("must not have a fragment");
  return { ok: true, url: text };
}

function wrong(why: string): ChatApiUrlCheck {
  return { ok: false, why };
}
