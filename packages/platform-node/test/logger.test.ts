import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogFields } from "@parley/core";
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

  it.each([
    ["token"],
    ["adminToken"],
    ["tokens"],
    ["secret"],
    ["clientSecret"],
    ["authorization"],
    ["Authorization"],
    ["password"],
    ["cookie"],
    ["set-cookie"],
    ["text"],
    ["messageText"],
    ["name"],
    ["sender_name"],
    ["phone"],
    ["email"],
    ["emailAddress"],
    ["randomString"],
    ["chatApiUrl"],
    ["signingKey"],
  ])("writes nothing under the name %s, whoever passes it", (name) => {
    loggerTo(`private-${name}`, "info").warn("a plugin's mistake", { [name]: "canary-5e1f" });
    const [line] = linesOf(`private-${name}`);
    expect(JSON.stringify(line)).not.toContain("canary-5e1f");
    expect(line).toMatchObject({ [name]: "[not logged]" });
  });

  it("writes ids, codes and counts as they are, whatever words they are made of", () => {
    const fields = { conversationId: "token_secret-1", code: "text", kind: "name", attempts: 3 };
    loggerTo("ids", "info").warn("as given", { ...fields, context: "x", nameless: "y" });
    expect(linesOf("ids")).toMatchObject([{ ...fields, context: "x", nameless: "y" }]);
  });

  it("cuts what is long, and shows characters that would forge a line or turn it around", () => {
    loggerTo("long", "info").warn(`e${"v".repeat(300)}`, {
      problem: "x".repeat(201),
      code: "a\r\nb\u0000c\u001b[31m\u202ed\u2028e\ud800",
    });
    const [line] = linesOf("long") as [Record<string, string>];
    expect(line["problem"]).toBe(`${"x".repeat(200)}…`);
    expect(line["msg"]).toHaveLength(201);
    expect(line["code"]).toBe("a\\u000d\\u000ab\\u0000c\\u001b[31m\\u202ed\\u2028e\\ud800");
  });

  it("writes no object, error or function that plain JavaScript passes", () => {
    const passed = { error: new Error("canary-77aa"), sender: { id: "canary-77aa" }, big: 5n };
    loggerTo("objects", "info").warn("passed", passed as unknown as LogFields);
    expect(linesOf("objects")).toMatchObject([
      { error: "[not logged]", sender: "[not logged]", big: "5" },
    ]);
  });

  it("tells neither host name nor process", () => {
    loggerTo("plain", "info").info("started");
    expect(Object.keys(linesOf("plain")[0] as object)).toEqual(["level", "time", "msg"]);
  });
});
