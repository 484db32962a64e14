import type { Logger } from "@parley/core";
import { destination, pino } from "pino";

/** What is written: the level itself and everything graver. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * A `Logger` that writes one JSON line per event: `level`, `time` (epoch milliseconds), the fields, `msg`.
 * Each line is written before the call returns, so that a dying process has said everything.
 * @param target a file descriptor, or the path of a file to append to
 */
export function jsonLogger(level: LogLevel, target: number | string): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = pino(options, destination({ dest: target, sync: true }));
  return {
    debug: (event, fields = {}) => lines.debug(fields, event),
    info: (event, fields = {}) => lines.info(fields, event),
    warn: (event, fields = {}) => lines.warn(fields, event),
    error: (event, fields = {}) => lines.error(fields, event),
  };
}
