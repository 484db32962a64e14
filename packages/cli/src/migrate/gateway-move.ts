import type { MediaLocations, SourceLocation } from "./move-locations.ts";

/** Source and target of a move. */
export interface GatewayMove {
  readonly from: SourceLocation;
  /** Connection string. */
  readonly to: string;
  readonly schema: string;
  /** Schema for the console's accounts, when the gateway has a console. */
  readonly consoleSchema: string;
  /** `null`: its files are not moved. */
  readonly media: MediaLocations | null;
  /** Whether to delete the data of an unfinished earlier move first. */
  readonly isAnew: boolean;
}
