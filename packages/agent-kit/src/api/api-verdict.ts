import { type ApiAnswer, isSuccess } from "./api-answer.ts";
import { ApiError, type ApiErrorFacts } from "./api-error.ts";
import { askedPauseMs } from "./asked-pause.ts";

/** As core takes it. */
const longestPauseMs = 60 * 60_000;

/** What an answer means, where status and headers do not tell it. */
export type ApiVerdict =
  | { readonly kind: "done" }
  | {
      readonly kind: "later";
      /** Default: what `Retry-After` says, else 10 s. */
      readonly inMs?: number;
      /** Default: `backend`. */
      readonly scope?: "event" | "backend";
    }
  | {
      readonly kind: "rejected";
      /** One sentence for the agent. Default: one with the HTTP status. */
      readonly reason?: string;
    }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "failed" };

/** How a plugin reads answers. */
export interface AnswerRules {
  /** The statuses of 400 to 499 that reject a call for good. */
  readonly rejects: readonly number[];
  readonly read: (answer: ApiAnswer) => ApiVerdict | null;
}

/** The error that an answer stands for; `null` when the call is done. */
export function errorOf(answer: ApiAnswer, rules: AnswerRules): ApiError | null {
  const verdict = ownVerdict(answer, rules) ?? verdictOf(answer, rules);
  if (verdict.kind === "done") return null;
  const facts = { ...verdict, status: answer.status, answer, ...pauseOf(verdict, answer) };
  return new ApiError(facts, `${sentenceOf(facts)} (HTTP ${answer.status}).`);
}

/** A failed answer may be another page than `read` expects: then its status decides. */
function ownVerdict(answer: ApiAnswer, { read }: AnswerRules): ApiVerdict | null {
  try {
    return read(answer);
  } catch {
    return isSuccess(answer.status) ? { kind: "failed" } : null;
  }
}

function verdictOf(answer: ApiAnswer, { rejects }: AnswerRules): ApiVerdict {
  const { status } = answer;
  if (isSuccess(status)) return { kind: "done" };
  if (status === 401 || status === 403) return { kind: "unauthorized" };
  if (status === 429) return { kind: "later" };
  if (status >= 500 && askedPauseMs(answer) !== undefined)
    return { kind: "later", scope: status === 503 ? "backend" : "event" };
  return { kind: status < 500 && rejects.includes(status) ? "rejected" : "failed" };
}

function pauseOf(verdict: ApiVerdict, answer: ApiAnswer): Pick<ApiErrorFacts, "inMs"> {
  if (verdict.kind !== "later") return {};
  const { inMs = Number.NaN } = verdict;
  return { inMs: inMs >= 0 ? Math.min(longestPauseMs, inMs) : askedPauseMs(answer) };
}

function sentenceOf({ kind, status }: ApiErrorFacts): string {
  if (kind === "later") return "The app asked for a pause";
  if (kind === "rejected") return "The app refused it for good";
  if (kind === "unauthorized") return "The app refused the credentials";
  const isRedirect = status !== null && status >= 300 && status <= 399;
  return isRedirect
    ? "The app answered with a redirect, which is not followed: use its final address"
    : "The app failed";
}
