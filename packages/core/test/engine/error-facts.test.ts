import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { errorFacts, errorName } from "../../src/engine/error-facts.ts";
import { ParleyError } from "../../src/errors.ts";

class DeskError extends Error {}
const filled = (own: object): Error => Object.assign(new DeskError("oh"), own);

describe("what was thrown", () => {
  it("is told by its class, and by a code, an HTTP status and a cause where it has them", () => {
    for (const code of ["ECONNREFUSED", "UND_ERR_HEADERS_TIMEOUT", "CHATWOOT_401", "desk-closed"])
      expect(errorFacts(filled({ code }))).toEqual({ error: code, class: "DeskError" });
    expect(errorFacts(new ParleyError("store-corrupt", "oh"))).toEqual({
      error: "store-corrupt",
      class: "ParleyError",
    });
    expect(errorFacts(filled({ status: 401 }))).toEqual({ error: "DeskError", status: 401 });
    expect(errorFacts(filled({ statusCode: 503 }))).toEqual({ error: "DeskError", status: 503 });
    expect(["oh", undefined, null].map(errorFacts)).toEqual([
      { error: "string" },
      { error: "undefined" },
      { error: "object" },
    ]);
  });

  it("names the system's error behind `fetch failed`", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const url = `http://127.0.0.1:${port}/`;
    const failed: unknown = await fetch(url).catch((error: unknown) => error);
    expect(errorFacts(failed)).toEqual({ error: "TypeError", cause: "ECONNREFUSED" });
    const several = new AggregateError([filled({ code: "ENETUNREACH" })], "oh");
    const wrapped = new TypeError("oh", { cause: new Error("oh", { cause: several }) });
    expect(errorFacts(wrapped)).toEqual({ error: "TypeError", cause: "ENETUNREACH" });
    expect(errorFacts(new TypeError("oh", { cause: filled({}) }))).toEqual({
      error: "TypeError",
      cause: "DeskError",
    });
  });

  it("ends with a circle of causes", () => {
    const first = new DeskError("oh");
    first.cause = new DeskError("oh", { cause: first });
    expect(errorFacts(first)).toEqual({ error: "DeskError", cause: "DeskError" });
  });

  it("is never words", () => {
    const words = [
      "visitor@example.org",
      "Hello",
      "hello",
      "HELLO THERE",
      "ERR_\nhello",
      7,
      { a: 1 },
    ];
    for (const code of words) expect(errorFacts(filled({ code })).error).toBe("DeskError");
    for (const status of ["401", 99, 600, 401.5, null])
      expect(errorFacts(filled({ status }))).toEqual({ error: "DeskError" });
    const merged: object = JSON.parse('{"name":"words","constructor":{"name":"words"}}') as object;
    expect(errorFacts(filled(merged)).error).toBe("DeskError");
  });

  it("is an error where its class has no name, or one that is none", () => {
    expect(errorFacts(new (class extends Error {})("oh")).error).toBe("Error");
    class Named extends Error {
      static override readonly name = "two words";
    }
    expect(errorFacts(new Named("oh")).error).toBe("Error");
    const bare = Object.setPrototypeOf(new Error("oh"), Object.create(Error.prototype) as object);
    expect(errorFacts(bare).error).toBe("Error");
  });

  it("is unknown where reading it throws", () => {
    const trap = new Proxy(new Error("oh"), {
      get: () => {
        throw new Error("oh");
      },
    });
    expect(errorFacts(trap)).toEqual({ error: "unknown" });
  });
});

it("an error is named by its code, or else its name, and never throws anew", () => {
  expect(errorName(filled({ code: "23505" }))).toBe("23505");
  expect(errorName(new TypeError("oh"))).toBe("TypeError");
  expect(errorName("oh")).toBe("string");
  expect(errorName(filled({ code: Object.create(null) as unknown }))).toBe("unknown");
});
