import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SealedCursors } from "../../src/model/sealed-cursors.ts";

const cursors = new SealedCursors((text) => hash("sha256", text, "hex"));

describe("a sealed cursor", () => {
  it.each(["7", "1000.c-1", ".", "a.", ".a"])("opens for its own list: %s", (next) => {
    const sealed = cursors.seal("messages", next) ?? "";
    expect(sealed).toMatch(/\.[\da-f]{8}$/);
    expect(cursors.open("messages", sealed)).toBe(next);
  });

  it("opens for no other list, and for none into which its text was moved", () => {
    const sealed = cursors.seal("messages", "7") ?? "";
    expect(cursors.open("deliveries", sealed)).toBeUndefined();
    expect(cursors.open('messages","7', `.${sealed.slice(2)}`)).toBeUndefined();
  });

  it("of nothing is nothing: the list ends there", () => {
    expect(cursors.seal("messages", null)).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["a bare cursor", "7"],
    ["a changed cursor", (cursors.seal("messages", "7") ?? "").replace("7", "8")],
    ["a changed sum", `${cursors.seal("messages", "7") ?? ""}0`],
    ["a sum alone", (cursors.seal("messages", "7") ?? "").slice(2)],
    ["the sum of an empty cursor", cursors.seal("messages", "") ?? ""],
  ])("does not open from %s", (_what, text) => {
    expect(cursors.open("messages", text)).toBeUndefined();
  });
});
