import fc from "fast-check";
import { expect, it } from "vitest";
import { givenKey, keyOfParts, storedKey } from "../../src/model/idempotency-key.ts";

const key = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom(
    "k",
    "\u0000",
    "\u0000\u0000k",
    "\u0000desk\u0000k",
    "parts 1",
    "\u0000\u0000parts 1",
  ),
);
const instance = fc.option(fc.constantFrom("desk", "rota", "parts"));

it("a key comes back as it was given, whoever gave it", () => {
  fc.assert(
    fc.property(instance, key, (name, given) => {
      const found = givenKey(storedKey(name, given));
      return found?.key === given && found.instance === name;
    }),
  );
});

it("two keys are stored alike only when instance and key are the same", () => {
  fc.assert(
    fc.property(instance, key, instance, key, (name, given, other, otherKey) => {
      const isSame = storedKey(name, given) === storedKey(other, otherKey);
      return isSame === (name === other && given === otherKey);
    }),
  );
});

it("a split message without a key is known as such, and no key is equal to it", () => {
  expect(givenKey(keyOfParts("1"))).toBeNull();
  fc.assert(
    fc.property(instance, key, (name, given) => storedKey(name, given) !== keyOfParts("1")),
  );
});

it("keys of earlier versions stay as they were", () => {
  expect(storedKey(null, "reply 7")).toBe("reply 7");
});
