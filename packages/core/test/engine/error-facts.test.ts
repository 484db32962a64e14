import { describe, expect, it } from "vitest";
import { errorKind, errorName } from "../../src/engine/error-facts.ts";
import { ParleyError } from "../../src/errors.ts";

class DeskError extends Error {}
const filled = (own: object): Error => Object.assign(new DeskError("oh"), own);

describe("what was thrown", () => {
  it("is a code of the system or of a library, or else its class", () => {
    for (const code of ["ECONNREFUSED", "ERR_INVALID_URL", "UND_ERR_HEADERS_TIMEOUT"])
      expect(errorKind(filled({ code }))).toBe(code);
    expect(errorKind(new ParleyError("store-corrupt", "oh"))).toBe("store-corrupt");
    expect(errorKind(new DeskError("oh"))).toBe("DeskError");
    expect(["oh", undefined, null].map(errorKind)).toEqual(["string", "undefined", "object"]);
  });

  it("is never what somebody else may have written", () => {
    const words = ["visitor@example.org", "Hello", "HELLO", "EVA4111", "ERR_\nhello", 7, { a: 1 }];
    for (const code of words) expect(errorKind(filled({ code }))).toBe("DeskError");
    expect(errorKind(new ParleyError("Hello there", "oh"))).toBe("ParleyError");
    const merged: object = JSON.parse('{"name":"words","constructor":{"name":"words"}}') as object;
    expect(errorKind(filled(merged))).toBe("DeskError");
  });

  it("is an error where its class has no name, or one that is none", () => {
    expect(errorKind(new (class extends Error {})("oh"))).toBe("Error");
    class Named extends Error {
      static override readonly name = "two words";
    }
    expect(errorKind(new Named("oh"))).toBe("Error");
    expect(errorKind(Object.setPrototypeOf(new Error("oh"), Object.create(Error.prototype)))).toBe(
      "Error",
    );
  });
});

it("an error is named by its code, or else its name, and never throws anew", () => {
  expect(errorName(filled({ code: "23505" }))).toBe("23505");
  expect(errorName(new TypeError("oh"))).toBe("TypeError");
  expect(errorName("oh")).toBe("string");
  expect(errorName(filled({ code: Object.create(null) as unknown }))).toBe("unknown");
});
