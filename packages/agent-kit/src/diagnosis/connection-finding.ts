import { faultFinding, type Finding, okFinding, ParleyError, warningFinding } from "@parley/core";
import type { ApiError } from "../api/api-error.ts";

/** Name of the check. */
const check = "app-connection";

const unreachable = "Look whether the app runs, and for a wrong host or port, or a firewall.";

const advices: Readonly<Record<string, string>> = {
  "http-invalid-request": "Look at the credentials: a header cannot hold every character.",
  "http-forbidden-target":
    "Use the app's public https address, or have the host allow its origin (allowOrigins).",
  "http-unreachable": unreachable,
  "http-timeout": "Look at the app's load and status page.",
  "http-answer-too-long": "Look whether the address is that of the app's API.",
  "http-answer-broken": "Look at the app's log, and at what stands in front of it.",
  "http-too-many-redirects": "Set the address to which the app redirects.",
};

/** Whether an app answers as it should. `error`: what the call ended with; `null` for a success. */
export function connectionFinding(name: string, error: ApiError | null): Finding {
  if (error === null || error.kind === "unauthorized") return okFinding(check, `${name} answers.`);
  const { kind, status } = error;
  if (kind === "later")
    return warningFinding(
      check,
      `${name} asks for a pause (HTTP ${String(status)}).`,
      "Look at its limits and its status page.",
    );
  if (status === null) return faultFinding(check, `${name}: ${error.message}`, adviceOf(error));
  const message = `${name} answers the test call with HTTP ${status}, which is no success.`;
  return faultFinding(check, message, statusAdvice(status));
}

function adviceOf({ cause }: ApiError): string {
  return (ParleyError.is(cause) ? advices[cause.code] : undefined) ?? unreachable;
}

function statusAdvice(status: number): string {
  if (status >= 500) return "Look at the app's log and its status page.";
  if (status >= 300 && status <= 399) return "Set the address to which the app redirects.";
  return "Look whether the address is that of the app's API, and of the right version.";
}
