import { describe, expect, it } from "vitest";
import { kindOf, nameOf } from "../../src/engine/thrown.ts";
import { ParleyError } from "../../src/errors.ts";

class DeskError extends Error {}
const filled = (own: object): Error => Object.assign(new DeskError("oh"), own);

describe("what was thrown", () => {
  it("is a code of the system or of a library, or else its class", () => {
    for (const code of ["ECONNREFUSED", "ERR_INVALID_URL", "UND_ERR_HEADERS_TIMEOUT"])
      expect(kindOf(filled({ code }))).toBe(code);
    expect(kindOf(new ParleyError("store-corrupt", "oh"))).toBe("store-corrupt");
    expect(kindOf(new DeskError("oh"))).toBe("DeskError");
    expect(["oh", undefined, null].map(kindOf)).toEqual(["string", "undefined", "object"]);
  });

  it("is never what somebody else may have written", () => {
    const words = ["visitor@example.org", "Hello", "HELLO", "EVA4111", "ERR_\nhello", 7, { a: 1 }];
    for (const code of words) expect(kindOf(filled({ code }))).toBe("DeskError");
    expect(kindOf(new ParleyError("Hello there", "oh"))).toBe("ParleyError");
    const merged: object = JSON.parse('{"name":"words","constructor":{"name":"words"}}') as object;
    expect(kindOf(filled(merged))).toBe("DeskError");
  });

  it("is an error where its class has no name, or one that is none", () => {
    expect(kindOf(new (class extends Error {})("oh"))).toBe("Error");
    class Named extends Error {
      static override readonly name = "two words";
    }
    expect(kindOf(new Named("oh"))).toBe("Error");
    expect(kindOf(Object.setPrototypeOf(new Error("oh"), Object.create(Error.prototype)))).toBe(
      "Error",
    );
  });
});

it("an error is named by its code, or else its name, and never throws anew", () => {
  expect(nameOf(filled({ code: "23505" }))).toBe("23505");
  expect(nameOf(new TypeError("oh"))).toBe("TypeError");
  expect(nameOf("oh")).toBe("string");
  expect(nameOf(filled({ code: Object.create(null) as unknown }))).toBe("unknown");
});
