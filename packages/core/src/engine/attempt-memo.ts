import type { FailureReason } from "../model/delivery.ts";

/** What one outbound series must remember between attempts and over a crash; kept by the store as text. */
export interface AttemptMemo {
  /** The last attempt whose end was seen. */
  readonly attempt: number;
  /** Why that attempt was not positive. */
  readonly reason: FailureReason;
  /** Of the last failure shape seen in the series; `null` when there was none or its code is hidden. */
  readonly description: string | null;
}

export function writeMemo(memo: AttemptMemo): string {
  return JSON.stringify(memo);
}

/** Reads what `writeMemo` wrote; `null` stands for a series without a finished attempt. */
export function readMemo(text: string | null): AttemptMemo | null {
  return text === null ? null : (JSON.parse(text) as AttemptMemo);
}
