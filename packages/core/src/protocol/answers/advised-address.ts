import { channelPlaceholder, checkChatApiUrl } from "./target-url.ts";

/** A `chat_api_url` that the doctor suggests in place of the current one. */
export interface AdvisedAddress {
  /** The complete URL. */
  readonly chatApiUrl: string;
  /** The suffix that the suggestion adds or that replaces the last segment; holds no part of the current URL. */
  readonly ending: string;
}

/**
 * The URL with the channel's id in its query, for receivers with one fixed path. `null` when it is a template, or
 * would be too long.
 */
export function withIdInQuery(chatApiUrl: string): AdvisedAddress | null {
  if (chatApiUrl.includes(channelPlaceholder)) return null;
  const start = chatApiUrl.indexOf("?");
  const query = start === -1 ? "" : chatApiUrl.slice(start + 1);
  const isOpen = query === "" ? start !== -1 : query.endsWith("&");
  const separator = isOpen ? "" : start === -1 ? "?" : "&";
  const name = new URLSearchParams(query).has("channel") ? "parley_channel" : "channel";
  return checked(chatApiUrl, `${separator}${name}=${channelPlaceholder}`);
}

/**
 * The URL with the channel's id and a slash at the end of its path. `null` when it is a template or has a query.
 */
export function withSlash(chatApiUrl: string): AdvisedAddress | null {
  if (chatApiUrl.includes(channelPlaceholder) || chatApiUrl.includes("?")) return null;
  return checked(chatApiUrl, `${chatApiUrl.endsWith("/") ? "" : "/"}${channelPlaceholder}/`);
}

function checked(chatApiUrl: string, ending: string): AdvisedAddress | null {
  const address = chatApiUrl + ending;
  return checkChatApiUrl(address).ok ? { chatApiUrl: address, ending } : null;
}
