import { type Logger, ParleyError } from "@parley/core";

/** Options of doors on any server. */
export interface DoorsOptions {
  /**
   * The public address of this host, such as `https://chat.example`, with a path only if a proxy removes it. Default:
   * none; doors are then told no URL.
   */
  readonly publicUrl?: string;
  /** Maximum size of a body in bytes; a larger one gets `413`. Default 1 048 576. */
  readonly limitBytes?: number;
  /** How long a door may take for its answer in milliseconds, then `503`. Default 10 000. */
  readonly answerWithinMs?: number;
  /** Logs failures of doors: the name of the door, and class and codes of the error. Default: none. */
  readonly logger?: Pick<Logger, "error">;
}

const publicUrlForm = /^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/i;

/** The public address without a slash at its end; `null`: none was given. @throws ParleyError `invalid-option` */
export function publicUrlOf({ publicUrl }: DoorsOptions): string | null {
  if (publicUrl === undefined) return null;
  if (publicUrlForm.test(publicUrl) && URL.canParse(publicUrl))
    return publicUrl.replace(/\/+$/, "");
  throw new ParleyError(
    "invalid-option",
    "publicUrl must be an http or https URL without a query, such as https://chat.example.",
  );
}

/** @throws ParleyError `invalid-option` */
export function answerWithinMsOf({ answerWithinMs = 10_000 }: DoorsOptions): number {
  if (Number.isSafeInteger(answerWithinMs) && answerWithinMs >= 1) return answerWithinMs;
  throw new ParleyError("invalid-option", "answerWithinMs must be a whole number from 1.");
}
