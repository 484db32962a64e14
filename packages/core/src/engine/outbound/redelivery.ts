import type { ChannelKnobs } from "../../model/channel.ts";
import type { Failure, FailureReason } from "../../model/delivery.ts";
import { attemptLimit, lateStartMs, tickMs } from "../../model/schedule.ts";
import type { TransportFailure } from "../../ports/transport.ts";
import type { Acknowledgement } from "../../protocol/answers/acknowledgement.ts";

/** State of an outbound series that must survive between attempts and after a crash. */
export interface AttemptMemo {
  /** The last attempt whose end was seen. */
  readonly attempt: number;
  /**
   * Why that attempt was not positive. If it sent nothing, the reason of an earlier attempt that may have arrived.
   */
  readonly reason: FailureReason;
  /** Description in the last failure shape of the series; `null` when there was none or its code is hidden. */
  readonly description: string | null;
}

/** The lease terms of an attempt. */
export interface SeriesState {
  readonly attempt: number;
  readonly startedAt: number;
}

/** The lease terms of an attempt, and how many earlier attempts are known. */
interface JudgedState extends SeriesState {
  /** How many earlier attempts are known to have ended. */
  readonly seen: number;
}

/** The next step for a leased outbound head. */
export type AttemptPlan =
  | { readonly kind: "send"; readonly deadline: number }
  /** Too little of this tick's window is left: wait for the next tick. */
  | { readonly kind: "postpone"; readonly due: number }
  /** No tick is left. */
  | { readonly kind: "expire" };

/**
 * Ruling 15: ticks are 0, 3 and 6 s after the first attempt began. Each tick's window lasts until the next tick.
 */
export function planAttempt({ attempt, startedAt }: SeriesState, now: number): AttemptPlan {
  if (attempt > attemptLimit) return { kind: "expire" };
  const deadline = startedAt + tickMs * attempt;
  if (deadline - now < lateStartMs) return { kind: "postpone", due: deadline };
  return { kind: "send", deadline };
}

/** How one attempt ended. */
export type AttemptEnd =
  | (Acknowledgement & {
      /** HTTP status of the answer. */
      readonly status?: number;
    })
  | { readonly kind: "failure"; readonly failure: TransportFailure };

export type SeriesVerdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "retry"; readonly due: number; readonly memo: AttemptMemo | null };

/** Rulings 14 to 17: the verdict on a series after one attempt. */
export function judgeAttempt(
  state: JudgedState,
  end: AttemptEnd,
  before: AttemptMemo | null,
  knobs: Pick<ChannelKnobs, "failureShape" | "hiddenErrorCodes">,
  now: number,
): SeriesVerdict {
  if (end.kind === "positive") return { kind: "delivered" };
  const due = state.startedAt + tickMs * state.attempt;
  if (end.kind === "failure" && end.failure === "not-sent")
    return { kind: "retry", due, memo: before };
  const memo = {
    attempt: state.attempt,
    reason: seriesReason(state, reasonOf(end), before),
    description: descriptionOf(end, before, knobs),
  };
  const final =
    end.kind === "failure-shape" && end.status === 200 && knobs.failureShape === "final";
  if (final || (state.attempt >= attemptLimit && now >= due))
    return { kind: "failed", failure: failureOf(memo) };
  return { kind: "retry", due, memo };
}

/** The failure of a series without a tick left: `interrupted`, unless its last attempt was seen to fail. */
export function expiredFailure(memo: AttemptMemo | null): Failure {
  if (memo !== null && memo.attempt >= attemptLimit) return failureOf(memo);
  return failureOf({
    attempt: attemptLimit,
    reason: "interrupted",
    description: memo?.description ?? null,
  });
}

/** Reasons for which no part of the message was sent. */
const nothingSent: ReadonlySet<FailureReason> = new Set(["unreachable", "forbidden-target"]);

/**
 * Ruling 17: when an attempt sent nothing, an earlier attempt may still have arrived, or its end was not seen. Then
 * the reason of that attempt stays.
 */
function seriesReason(
  { attempt, seen }: JudgedState,
  reason: FailureReason,
  before: AttemptMemo | null,
): FailureReason {
  if (!nothingSent.has(reason)) return reason;
  if (before !== null && !nothingSent.has(before.reason)) return before.reason;
  return seen < attempt - 1 ? "interrupted" : reason;
}

function failureOf({ reason, description }: AttemptMemo): Failure {
  return description === null ? { reason } : { reason, description };
}

function reasonOf(end: Exclude<AttemptEnd, { kind: "positive" }>): FailureReason {
  switch (end.kind) {
    case "failure":
      return end.failure === "not-sent" ? "interrupted" : end.failure;
    case "failure-shape":
      return end.status === 200 ? "rejected" : "http-status";
    case "redirect":
    case "http-status":
      return end.kind;
    case "unusable":
      return "unusable-answer";
  }
}

function descriptionOf(
  end: AttemptEnd,
  before: AttemptMemo | null,
  { hiddenErrorCodes }: Pick<ChannelKnobs, "hiddenErrorCodes">,
): string | null {
  if (end.kind !== "failure-shape") return before?.description ?? null;
  return hiddenErrorCodes.includes(end.code) ? null : (end.description ?? null);
}
