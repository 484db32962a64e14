import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAcknowledgement } from "../../src/protocol/answers/acknowledgement.ts";
import type { AcknowledgementKnobs } from "../../src/protocol/knobs.ts";
import { bytes } from "./bodies.ts";

type Value = AcknowledgementKnobs["acknowledge"];

const values: readonly Value[] = ["result-ok", "affirmative", "any-2xx"];
const lenient: readonly Value[] = ["affirmative", "any-2xx"];

const isTaken = (body: string, acknowledge: Value, status = 200, truncated = false): boolean =>
  readAcknowledgement(status, bytes(body), truncated, { acknowledge }).kind === "positive";

/** As receivers send it that encode twice. */
const wrapped = (body: string): string => ` ${JSON.stringify(body)}\n`;

/** The values of the knob that take a body, strictest first. */
const takers = (body: string, status = 200): readonly Value[] =>
  values.filter((value) => isTaken(body, value, status));

describe("the knob acknowledge: affirmative (ruling 14)", () => {
  const yeses = [
    '{"result":"ok"}',
    '{"ok":true}',
    '{"success":true}',
    '{"status":"ok"}',
    '{"status":"accepted"}',
    '{"status":"success"}',
    '{"ok":true,"result":null}',
    '{"status":"ok","error":null}',
    '{"success":true,"error":""}',
    '{"success":true,"error":" "}',
    '{"ok":true,"error":false}',
    '{"ok":true,"error":0}',
    '{"ok":true,"error":-0.0}',
    '{"ok":true,"error":"none"}',
    '{"ok":true,"error":" OK "}',
    '{"ok":true,"status":5}',
  ];

  it.each(yeses)("takes what plainly says yes, on any 2xx and inside a string: %s", (body) => {
    for (const status of [200, 201, 202, 299]) {
      expect(isTaken(body, "affirmative", status)).toBe(true);
      expect(isTaken(wrapped(body), "affirmative", status)).toBe(true);
    }
    for (const status of [199, 300, 400, 500])
      expect(isTaken(body, "affirmative", status)).toBe(false);
  });

  it.each([
    "",
    "ok",
    '"ok"',
    "true",
    "[]",
    "{}",
    "<html>ok</html>",
    '{"result":"OK"}',
    '{"result":true}',
    '{"ok":"true"}',
    '{"ok":1}',
    '{"status":200}',
    '{"status":"stored"}',
    '{"body":"stored"}',
    '[{"ok":true}]',
    '{"answer":{"ok":true}}',
    '{"__proto__":{"ok":true}}',
    '{"ok":true',
    JSON.stringify(wrapped('{"ok":true}')),
  ])("takes nothing that is empty or does not say yes, though any-2xx does: %j", (body) => {
    expect(takers(body)).toEqual(["any-2xx"]);
    expect(takers(wrapped(body))).toEqual(["any-2xx"]);
  });

  it.each([
    '{"ok":true,"success":false}',
    '{"ok":true,"success":0}',
    '{"ok":false,"status":"ok"}',
    '{"status":"ok","result":false}',
    '{"status":"Error","ok":true}',
    '{"status":"accepted","result":"failed"}',
  ])("takes no yes beside a no: %s", (body) => {
    expect(takers(body)).toEqual(["any-2xx"]);
    expect(takers(wrapped(body))).toEqual(["any-2xx"]);
  });

  it("takes no yes that is not UTF-8, or was not received whole", () => {
    const latin1 = Buffer.from('{"ok":true,"x":"é"}', "latin1");
    const read = readAcknowledgement(200, latin1, false, { acknowledge: "affirmative" });
    expect(read).toEqual({ kind: "unusable" });
    expect(isTaken('{"ok":true}', "affirmative", 200, true)).toBe(false);
  });
});

describe("an answer that no value of the knob takes (ruling 14)", () => {
  it.each(["null", " null\n", "\ufeffnull", '"null"', '" null "'])("is null: %j", (body) => {
    for (const status of [200, 201]) expect(takers(body, status)).toEqual([]);
  });

  it("is null even when more followed it", () => {
    for (const value of values) expect(isTaken("null   ", value, 200, true)).toBe(false);
  });

  it.each(['{"error":{}}', '{"error":{"code":"x"},"ok":true,"result":"ok","status":"ok"}'])(
    "is one with an error object, inside a string too: %s",
    (body) => {
      expect(takers(body)).toEqual([]);
      expect(takers(wrapped(body))).toEqual([]);
    },
  );

  it("may hide an error object: cut off or too deep, inside a string too", () => {
    for (const value of values) {
      expect(isTaken('\n{"a":1,', value, 200, true)).toBe(false);
      expect(isTaken('"\\n {\\"a\\":1,', value, 200, true)).toBe(false);
    }
    const deep = `{"a":${"[".repeat(40)}${"]".repeat(40)}}`;
    expect(takers(deep)).toEqual([]);
    expect(takers(wrapped(deep))).toEqual([]);
  });
});

describe("an error that is no object (ruling 14)", () => {
  it.each(["true", "1", "-0.5", "1e999", '"x"', '"no such visitor"', '"0"', '"false"'])(
    "wins over every yes under affirmative and any-2xx, inside a string too: %s",
    (error) => {
      const body = `{"result":"ok","ok":true,"success":true,"status":"ok","error":${error}}`;
      expect(takers(body)).toEqual(["result-ok"]);
      expect(takers(wrapped(body))).toEqual([]);
      expect(takers(`{"error":${error}}`, 201)).toEqual([]);
    },
  );

  it.each(["null", "false", "0", '""', '" \\n"', '"none"', '"None"', '"ok"', '" OK"', "[]"])(
    "is none when it says so: %s",
    (error) => {
      const body = `{"result":"ok","error":${error}}`;
      expect(takers(body)).toEqual(values);
      expect(takers(wrapped(body))).toEqual(lenient);
      expect(takers(`{"error":${error}}`)).toEqual(["any-2xx"]);
    },
  );
});

describe("every answer", () => {
  const word = fc.constantFrom<unknown>(
    "ok",
    "OK",
    "accepted",
    "error",
    "none",
    "",
    "x",
    true,
    false,
    null,
    0,
    1,
    {},
    [],
    { code: 1 },
    { code: "1" },
  );
  const answer = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.dictionary(
        fc.constantFrom("result", "ok", "success", "status", "error", "x"),
        word,
      ),
    },
    word,
    fc.jsonValue(),
  );
  const body = fc.oneof(
    answer.map((value) => JSON.stringify(value)),
    answer.map((value) => wrapped(JSON.stringify(value))),
    fc.string(),
  );
  const status = fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 599 }));

  it("that affirmative takes is taken by any-2xx, and by result-ok only with result ok", () => {
    fc.assert(
      fc.property(body, status, (text, code) => {
        const by = takers(text, code);
        if (by.includes("affirmative")) expect(by).toContain("any-2xx");
        if (by.includes("result-ok")) expect(JSON.parse(text)).toMatchObject({ result: "ok" });
      }),
      { numRuns: 2_000 },
    );
  });

  it("that any-2xx refuses is no 2xx, or null, or may say error at the top or in a string", () => {
    fc.assert(
      fc.property(body, fc.integer({ min: 200, max: 299 }), (text, code) => {
        if (isTaken(text, "any-2xx", code)) return;
        const value = parsed(text);
        const inner = typeof value === "string" ? parsed(value) : value;
        expect(inner === null || Object.hasOwn(inner as object, "error")).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  function parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
});
