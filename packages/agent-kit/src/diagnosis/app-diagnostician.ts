import {
  type Diagnostician,
  faultFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@parley/core";
import type { AgentApi } from "../api/agent-api.ts";
import type { ApiAnswer } from "../api/api-answer.ts";
import { ApiError } from "../api/api-error.ts";
import type { ApiHealth } from "../api/api-health.ts";
import { clockFinding } from "./clock-finding.ts";
import { connectionFinding } from "./connection-finding.ts";

/** Whether the app knows where to send its webhooks. */
export type WebhookState =
  | "configured"
  /** The app sends none. */
  | "missing"
  /** The app sends them to another address. */
  | "elsewhere"
  /** The app has stopped sending them, for instance after failures. */
  | "disabled";

/** Options of `appDiagnostician`. */
export interface AppDiagnosticianOptions {
  /** Name of the adapter, such as `helpdesk`. It begins every sentence. */
  readonly name: string;
  readonly api: AgentApi;
  /** A call that needs the credentials and changes nothing. */
  readonly probe: { readonly method: string; readonly path: string; readonly body?: unknown };
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
  /** Asks the app for its webhook. Default: the app has none. */
  readonly webhook?: (signal: AbortSignal) => Promise<WebhookState>;
  /** The same as of the `api`: credentials that real calls were refused are then shown as well. */
  readonly health?: ApiHealth;
}

/** How long a refusal that a real call met is shown. */
const shownMs = 10 * 60_000;

/**
 * Checks an app for the doctor: whether it can be reached, takes the credentials, knows its webhook, and has the same
 * time. A finding holds no secret, no URL, and nothing that the app answered.
 */
export function appDiagnostician(options: AppDiagnosticianOptions): Diagnostician {
  const { name, api, probe, now, webhook } = options;
  return {
    name,
    diagnose: async (signal) => {
      const end = await endOf(api.call({ ...probe, signal }));
      const error = ApiError.is(end) ? end : null;
      const answer = ApiError.is(end) ? end.answer : end;
      const isIn = error === null || error.kind === "later";
      return [
        connectionFinding(name, error),
        ...(answer === null ? [] : clockFinding(name, answer, now())),
        ...credentials(options, error),
        ...(webhook && isIn ? [await webhookFinding(name, webhook, signal)] : []),
      ];
    },
  };
}

async function endOf(call: Promise<ApiAnswer>): Promise<ApiAnswer | ApiError> {
  return call.catch((error: unknown) => {
    if (ApiError.is(error)) return error;
    throw error;
  });
}

/** Nothing, when the app was not reached, or failed before it could look at them. */
function credentials(
  { name, health, now }: AppDiagnosticianOptions,
  error: ApiError | null,
): readonly Finding[] {
  const check = "app-credentials";
  const advice = "Look whether the token was revoked or has ended, and which rights it has.";
  if (error?.kind === "unauthorized")
    return [faultFinding(check, `${name} refuses the credentials${statusOf(error)}.`, advice)];
  if (error !== null && error.kind !== "later") return [];
  const refusal = health?.refusalWithin(shownMs) ?? null;
  if (refusal === null) return [okFinding(check, `${name} takes the credentials.`)];
  const minutes = Math.round((now() - refusal.at) / 60_000);
  const message = `${name} refused a call${statusOf(refusal)} ${minutes} min ago, and takes others.`;
  return [warningFinding(check, message, advice)];
}

function statusOf({ status }: { readonly status: number | null }): string {
  return status === null ? "" : ` with HTTP ${status}`;
}

const webhookAdvice = {
  missing: "Set the address of the plugin's door as the app's webhook.",
  elsewhere:
    "Set the address of the plugin's door as the app's webhook. Another gateway may use the same account.",
  disabled: "Look why the gateway did not take the webhooks, and turn them on again in the app.",
} as const;

const webhookWords = {
  missing: "has no webhook for this gateway",
  elsewhere: "sends its webhooks to another address",
  disabled: "has stopped sending webhooks",
} as const;

async function webhookFinding(
  name: string,
  webhook: NonNullable<AppDiagnosticianOptions["webhook"]>,
  signal: AbortSignal,
): Promise<Finding> {
  const check = "app-webhook";
  const state = await webhook(signal).catch(() => null);
  if (state === "configured") return okFinding(check, `${name} sends its webhooks here.`);
  if (state !== null)
    return faultFinding(check, `${name} ${webhookWords[state]}.`, webhookAdvice[state]);
  const message = `${name} did not say where it sends its webhooks.`;
  return warningFinding(check, message, "Look at the rights of the credentials, and try again.");
}
