import type { Logger } from "@parley/core";
import type { RateLimitOptions } from "./rate-limits.ts";

/** What a host may set about the way in, whichever server it uses. */
export interface IngressOptions extends RateLimitOptions {
  /** Told of failures that the visitor's side gets a 500 or 503 for. Default: nobody. */
  readonly logger?: Pick<Logger, "error">;
  /**
   * Whether a request's W3C `traceparent` is passed to observers. Only for a host whose proxy writes or drops the
   * header: anybody can send one. Default `false`.
   */
  readonly trustTraceParent?: boolean;
}
