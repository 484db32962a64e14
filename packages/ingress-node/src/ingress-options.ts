import type { Logger } from "@parley/core";
import type { RateLimitOptions } from "./rate-limits.ts";

/** Options of an ingress on any server. */
export interface IngressOptions extends RateLimitOptions {
  /** Logs failures that are answered with 500 or 503. Default: none. */
  readonly logger?: Pick<Logger, "error">;
  /**
   * Whether a request's W3C `traceparent` is passed to observers. Any client can send the header, so set this only
   * when a proxy overwrites or drops it. Default `false`.
   */
  readonly trustTraceParent?: boolean;
}
