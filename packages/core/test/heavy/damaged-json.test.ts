import fc from "fast-check";
import { expect, it } from "vitest";
import { NumberSource, readJson } from "../../src/protocol/json/json.ts";
import { jsonFault } from "../../src/protocol/json/json-fault.ts";
import { bytes } from "../protocol/bodies.ts";

const runs = 60_000;
const pieces = [
  "",
  '"id":1e400',
  '"id":0012',
  "\\u12",
  "\\x",
  "\ufeff",
  ..."{}[],:\"'\\\n\0-.e+ t1👋",
];

/** JSON with an id, from which something was left out, and into which something was put. */
const damaged = fc
  .tuple(fc.json({ maxDepth: 6 }), fc.nat(), fc.nat(3), fc.constantFrom(...pieces))
  .map(([json, place, without, instead]) => {
    const body = `{"sender":{"id":${json.length}},"message":${json}}`;
    const at = place % (body.length + 1);
    return (body.slice(0, at) + instead + body.slice(at + without)).toWellFormed();
  });

/** What JSON.parse makes of a text; the byte order mark at its beginning is none of it. */
function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, "")) };
  } catch {
    return null;
  }
}

/** As JSON.parse would have given it. */
function plain(value: unknown): unknown {
  if (value instanceof NumberSource) return Number(value.source);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

it("a body is read just as JSON.parse reads it, whatever was left out of it or put in", () => {
  let isJson = 0;
  fc.assert(
    fc.property(damaged, (text) => {
      const expected = parsed(text);
      const read = readJson(bytes(text));
      if (expected === null) expect(read.ok).toBe(false);
      else expect(plain(read.ok ? read.value : read)).toEqual(expected.value);
      if (expected === null && !text.startsWith("\ufeff")) expect(jsonFault(text)).not.toBeNull();
      if (expected !== null) isJson += 1;
    }),
    { numRuns: runs },
  );
  expect(isJson).toBeGreaterThan(runs / 100);
  expect(isJson).toBeLessThan(runs * 0.9);
});
