import type { Logger } from "@parley/core";
import { destination, pino } from "pino";
import { logFields, logText } from "./log-text.ts";

/** The lowest level that is written. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * A `Logger` that writes one JSON line per event: `level`, `time` (epoch milliseconds), the fields, `msg`.
 * Each line is written before the call returns, so a crash loses none. Fields are redacted here, because a caller
 * may pass a secret or a visitor's words by mistake.
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
    debug: (event, fields = {}) => lines.debug(logFields(fields), logText(event)),
    info: (event, fields = {}) => lines.info(logFields(fields), logText(event)),
    warn: (event, fields = {}) => lines.warn(logFields(fields), logText(event)),
    error: (event, fields = {}) => lines.error(logFields(fields), logText(event)),
  };
}
