import { expect, it } from "vitest";
import type { Look } from "../harness/src/one-404/look.ts";
import { after, faultsOf, nothingSeen } from "../harness/src/one-404/suspects.ts";
import type { Comparison } from "../harness/src/one-404/timing.ts";

const name = "a wrong secret";

/** A look at one stranger; `shift`: bounds of it, in microseconds. */
function look(
  verdict: Comparison["verdict"],
  [leastShift, mostShift]: readonly [number, number],
  blind: string | null = null,
): Look {
  const told = { probability: 0.5, low: 0.5, high: 0.5 };
  const comparison = { name, verdict, leastShift, mostShift, ...told };
  return { asked: 1, plantMicros: 2, blind, strangers: [{ comparison, line: `${name}: seen` }] };
}

const faultsAfter = (...looks: readonly Look[]) => faultsOf(looks.reduce(after, nothingSeen));
const leak = look("different", [2.8, 3.3]);
const clean = look("same", [-0.1, 0.3]);
const found = [`${name}: seen instead of same`];

it("what is seen before one door alone is no fault", () => {
  expect(faultsAfter(clean)).toEqual([]);
  expect(faultsAfter(leak, clean)).toEqual([]);
  expect(faultsAfter(look("undecided", [0.48, 0.71]), clean)).toEqual([]);
});

it("what is seen before every door is one", () => {
  expect(faultsAfter(leak)).toEqual(found);
  expect(faultsAfter(leak, leak, leak)).toEqual(found);
  expect(faultsAfter(clean, leak)).toEqual(found);
});

it("a look that tells nothing clears nobody, and proves nothing", () => {
  const noisy = "too noisy";
  expect(faultsAfter(leak, look("same", [-0.1, 0.3], noisy))).toEqual(found);
  expect(faultsAfter(look("same", [-9, 9], noisy))).toEqual([noisy]);
  expect(faultsAfter(look("same", [-9, 9], noisy), leak)).toEqual(found);
  expect(faultsAfter(look("different", [2.8, 3.3], noisy), clean)).toEqual([]);
  expect(faultsAfter()).toEqual(["nobody was looked at"]);
});

it("a look too blunt for what was seen clears nobody", () => {
  const blunt = look("same", [-2, 4]);
  expect(faultsAfter(leak, blunt)).toEqual(found);
  expect(faultsAfter(look("different", [-3.3, -2.8]), look("same", [-4, 2]))).toEqual(found);
});
