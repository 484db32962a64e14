import { expect, it } from "vitest";
import { patternOf } from "../scripts/contract/named-test.ts";

const ofOne = (title: string): RegExp => new RegExp(patternOf([{ file: "a.test.ts", title }]));

it("a test within a describe is let through by the name that it has, and no other", () => {
  expect(ofOne("a thing > is (not) one of 2").test("outer > a thing > is (not) one of 2")).toBe(
    true,
  );
  expect(ofOne("a thing > is (not) one of 2").test("another thing > is not one of 2")).toBe(false);
});

it("a family's pattern lets through all that begin so", () => {
  expect(ofOne("is one of…").test("a thing > is one of 3")).toBe(true);
});
