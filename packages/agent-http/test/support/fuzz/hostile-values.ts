import fc from "fast-check";

const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\r\nx-header: 1",
  "\ud800",
  "\u202egnp.exe",
  "👩‍👩‍👧‍👦".repeat(40),
  "../../etc/passwd",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "<svg onload=alert(1)>",
  "${7*7}",
  "http://127.0.0.1:1/file.png",
  "http://169.254.169.254/latest",
  "file:///etc/passwd",
  "data:text/html,x",
  "javascript:alert(1)",
  "https://user:word@files.example/a",
  "9".repeat(40),
  "-1",
  "1e400",
  "NaN",
];

const numbers: readonly number[] = [-1, -0, 0.5, 1e21, 1e308, 2 ** 31, 2 ** 53, -(2 ** 53)];

/** Nested so deeply that a recursive reader runs out of stack. */
function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** Values that fit few schemas, and those at the bounds of the document. */
export function hostileValues(bounds: readonly number[]): fc.Arbitrary<unknown> {
  const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  const lengths = near.filter((length) => length > 0 && length <= 30_000);
  return fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom(...numbers, ...near),
    fc.constantFrom(null, true, false, [], {}, [[]], [null]),
    fc
      .tuple(fc.constantFrom(...lengths), fc.constantFrom("x", "€", "😀", "\u0000", "\\"))
      .map(([length, character]) => character.repeat(length)),
    fc.constantFrom(3, 40, 400).map(nested),
    fc.jsonValue({ maxDepth: 3 }),
  );
}
