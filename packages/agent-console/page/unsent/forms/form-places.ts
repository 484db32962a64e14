import { isolatedText } from "@parley/core/text";
import { addressOf } from "../../route.ts";

export interface FormPlace {
  readonly label: string;
  readonly address: string;
  readonly forAdmins: boolean;
}

const channelPrefix = "channel ";
const replyPrefix = "reply ";

/** Name of the form for a channel's settings. */
export function channelFormOf(channelId: string): string {
  return channelPrefix + channelId;
}

/** Name of the form that changes a canned reply. */
export function replyFormOf(id: string): string {
  return replyPrefix + id;
}

/** The page of a form with a draft; `null` when this console has no such form. */
export function formPlaceOf(name: string): FormPlace | null {
  if (name.startsWith(channelPrefix)) {
    const id = name.slice(channelPrefix.length);
    const label = `Channel ${isolatedText(id)}`;
    return { label, address: addressOf("channel", id), forAdmins: true };
  }
  if (name === "reply" || name.startsWith(replyPrefix)) {
    return { label: "Replies", address: addressOf("replies"), forAdmins: false };
  }
  switch (name) {
    case "name":
      return { label: "My account", address: addressOf("account"), forAdmins: false };
    case "add-channel":
      return { label: "Add a channel", address: addressOf("add-channel"), forAdmins: true };
    case "invitation":
      return { label: "People", address: addressOf("people"), forAdmins: true };
    default:
      return null;
  }
}

/** Names of forms with a draft that this role can no longer open. */
export function formsWithoutPlace(names: Iterable<string>, role: string): readonly string[] {
  return [...names].filter((name) => {
    const place = formPlaceOf(name);
    return place === null || (place.forAdmins && role !== "admin");
  });
}
