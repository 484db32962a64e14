import type { SourceLocation } from "./move-locations.ts";

/** What is moved, and where to. */
export interface GatewayMove {
  readonly from: SourceLocation;
  /** Connection string. */
  readonly to: string;
  readonly schema: string;
  /** Where the console's accounts go, when the gateway has a console. */
  readonly consoleSchema: string;
  /** Whether what a move that never ended has left is forgotten first. */
  readonly isAnew: boolean;
}
