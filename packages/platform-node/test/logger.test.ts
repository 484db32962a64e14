import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { jsonLogger, type LogLevel } from "../src/logger.ts";

const directory = mkdtempSync(join(tmpdir(), "parley-logger-"));
afterAll(() => rmSync(directory, { recursive: true }));

function linesOf(name: string): unknown[] {
  const text = readFileSync(join(directory, name), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

function loggerTo(name: string, level: LogLevel) {
  return jsonLogger(level, join(directory, name));
}

describe("the logger", () => {
  it("has written a line when the call returns, fields as given", () => {
    loggerTo("fields", "info").warn("attempt failed", {
      channelId: "shop",
      attempt: 2,
      last: false,
      left: null,
      gone: undefined,
    });
    expect(linesOf("fields")).toEqual([
      {
        level: "warn",
        time: expect.any(Number),
        channelId: "shop",
        attempt: 2,
        last: false,
        left: null,
        msg: "attempt failed",
      },
    ]);
  });

  it("writes the chosen level and what is graver", () => {
    const logger = loggerTo("levels", "warn");
    logger.debug("a");
    logger.info("b");
    logger.warn("c");
    logger.error("d");
    expect(linesOf("levels")).toMatchObject([
      { level: "warn", msg: "c" },
      { level: "error", msg: "d" },
    ]);
  });

  it("says nothing when silent", () => {
    loggerTo("silent", "silent").error("a");
    expect(linesOf("silent")).toEqual([]);
  });

  it("tells neither host name nor process", () => {
    loggerTo("plain", "info").info("started");
    expect(Object.keys(linesOf("plain")[0] as object)).toEqual(["level", "time", "msg"]);
  });
});
