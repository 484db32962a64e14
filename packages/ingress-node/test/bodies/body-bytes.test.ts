import { afterEach, describe, expect, it, vi } from "vitest";
import { BodyBytes } from "../../src/request-body.ts";

afterEach(() => vi.restoreAllMocks());

describe("the bytes of a body", () => {
  it.each([
    ["nothing", []],
    ["one piece", ["whole"]],
    ["pieces", ["a", "bc", "", "def", "g", "hijklmnopqrstuvwxyz"]],
  ])("are what came: %s", (_what, pieces) => {
    const bytes = bytesOf(pieces);
    expect([bytes.whole.toString(), bytes.length]).toEqual([
      pieces.join(""),
      pieces.join("").length,
    ]);
  });

  it("are not copied where they come in one piece", () => {
    const piece = Buffer.from("whole");
    const bytes = new BodyBytes();
    bytes.add(piece);
    expect(bytes.whole.buffer).toBe(piece.buffer);
    expect(bytes.whole.byteOffset).toBe(piece.byteOffset);
  });

  it("leave a piece as it was that others came behind", () => {
    const room = Buffer.from("whole, and more");
    const bytes = new BodyBytes();
    bytes.add(room.subarray(0, 5));
    bytes.add(Buffer.from("!!"));
    expect([bytes.whole.toString(), room.toString()]).toEqual(["whole!!", "whole, and more"]);
  });

  it("are copied a few times at most, however small their pieces are", () => {
    const pieces = 20_000;
    const set = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array, "set");
    const bytes = bytesOf(Array(pieces).fill("x"));
    const copied = set.mock.calls.reduce((sum, [source]) => sum + source.length, 0);
    expect(bytes.length).toBe(pieces);
    expect(copied).toBeLessThan(3 * pieces);
  });
});

function bytesOf(pieces: readonly string[]): BodyBytes {
  const bytes = new BodyBytes();
  for (const piece of pieces) bytes.add(Buffer.from(piece));
  return bytes;
}
