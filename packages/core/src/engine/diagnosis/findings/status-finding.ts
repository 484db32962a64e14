import type { Finding } from "../../../ports/platform/diagnosis.ts";
import { faultFinding } from "./findings.ts";

/** The finding about an HTTP status that the contract does not define. */
export function statusFinding(status: number): Finding {
  const check = status === 404 || status === 405 ? "receiver-path" : "receiver-status";
  return faultFinding(check, `The receiver answers with HTTP ${status}.`, adviceOf(status));
}

function adviceOf(status: number): string {
  if (status === 401 || status === 403 || status === 407) return credentials;
  if (status === 404 || status === 405 || status === 410) return path;
  if (status === 400 || status === 422) return "Look into its log: it does not understand §4.3.";
  if (status === 413 || status === 415) return "Let it take `application/json` of up to 64 KiB.";
  if (status === 429) return "Raise its limit of requests for the gateway's address.";
  return "Read its log: the error is on its side.";
}

const credentials =
  "It wants credentials: let it take a token in the URL's query, or check the signature of a signed channel.";
const path =
  "Look at the channel's URL. The gateway appends `/<channel id>` unless the URL holds `{channel}`: put it where the receiver expects it.";
