import type { ServiceIdentifier } from "inversify";

/** Facts of a log line: ids, counts, codes. Never a channel secret, visitor text or contact detail. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Called by core and adapters; implemented by the platform. `event` is a fixed phrase in lower case. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}
export const Logger = Symbol.for("@parley/core/Logger") as ServiceIdentifier<Logger>;
