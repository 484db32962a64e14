import { describe, expect, it } from "vitest";
import { kindOf, placeOf } from "../../src/engine/thrown.ts";

const frame = "    at Plugin.receive (file:///srv/host/plugin.ts:12:7)";

function thrown(stack: string, message: string): Error {
  return Object.assign(new Error(message), { stack });
}

describe("where an error was thrown", () => {
  it("is the file, line and column of its first frame", () => {
    expect(placeOf(new Error("oh"))).toMatch(/^thrown\.test\.ts:\d+:\d+$/);
    expect(placeOf(new TypeError(""))).toMatch(/^thrown\.test\.ts:\d+:\d+$/);
    for (const place of [
      frame,
      "    at file:///srv/host/plugin.ts:12:7",
      "    at async Plugin.receive (C:\\host\\plugin.ts:12:7)",
    ])
      expect(placeOf(thrown(`Error: oh\n${place}\n${frame}`, "oh"))).toBe("plugin.ts:12:7");
  });

  it("is never told by what the message says", () => {
    const said = "oh\n    at visitor@example.org:1:1";
    expect(placeOf(new Error(said))).toMatch(/^thrown\.test\.ts:\d+:\d+$/);
    expect(placeOf(thrown(`Error: ${said}\n${frame}`, said))).toBe("plugin.ts:12:7");
    // Whoever has changed what an error says has left what it said before.
    for (const other of ["", "another", "oh"])
      expect(placeOf(thrown(`Error: sorry: ${said}\n${frame}`, other)), other).toBeNull();
  });

  it("is nothing where there is no frame", () => {
    for (const stack of ["Error: oh", "Error: oh\n    at <anonymous>", "", "oh"])
      expect(placeOf(thrown(stack, "oh")), stack).toBeNull();
    for (const other of ["oh", null, undefined, { stack: `Error: oh\n${frame}` }])
      expect(placeOf(other)).toBeNull();
  });
});

describe("what was thrown", () => {
  class DeskError extends Error {}
  const coded = (code: unknown): Error => Object.assign(new DeskError("oh"), { code });

  it("is a code of the system, of Node or of a library, or else its class", () => {
    for (const code of ["ECONNREFUSED", "ERR_INVALID_URL", "UND_ERR_HEADERS_TIMEOUT"])
      expect(kindOf(coded(code))).toBe(code);
    expect(kindOf(new DeskError("oh"))).toBe("DeskError");
    expect([kindOf("oh"), kindOf(undefined), kindOf(null)]).toEqual([
      "string",
      "undefined",
      "object",
    ]);
  });

  it("is never what somebody else may have written", () => {
    for (const code of ["visitor@example.org", "Hello", "HELLO", "E", "ERR_\nhello", 7, { a: 1 }])
      expect(kindOf(coded(code))).toBe("DeskError");
    expect(kindOf(Object.assign(new DeskError("oh"), { name: "visitor" }))).toBe("DeskError");
  });
});
