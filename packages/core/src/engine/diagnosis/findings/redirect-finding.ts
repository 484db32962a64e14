import type { Finding } from "../../../ports/platform/diagnosis.ts";
import { faultFinding } from "./findings.ts";

/** Redirects are never followed (ruling 14). Names hosts only, because a path or a query may hold a secret. */
export function redirectFinding(url: string, location: string | undefined): Finding {
  const message = "The receiver redirects, and the gateway does not follow: nothing arrives.";
  return faultFinding("receiver-redirect", message, adviceOf(url, location));
}

function adviceOf(url: string, location: string | undefined): string {
  const from = URL.parse(url);
  const to = location === undefined ? null : URL.parse(location, url);
  if (from === null || to === null) return "Set the channel's URL to where messages are taken.";
  if (to.protocol !== "https:" && from.protocol === "https:")
    return `It points to ${to.protocol}//${to.host}, which is not https: have the receiver take messages where it is.`;
  if (to.host !== from.host) return `Set the host of the channel's URL to ${to.host}.`;
  if (to.protocol !== from.protocol) return "Set the channel's URL to https.";
  return `It points to another path on ${to.host}, such as a page to sign in at: set the channel's URL to where messages are taken.`;
}
