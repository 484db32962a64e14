import { describe, expect, it } from "vitest";
import { fileNameParts } from "../../src/text/index.ts";

describe("a file's name in parts", () => {
  it("has its true ending last", () => {
    expect(fileNameParts("invoice\u202efdp.exe", 60)).toEqual({
      start: "invoice\u202efdp",
      end: ".exe",
    });
    expect(fileNameParts("invoice.pdf.exe", 60)).toEqual({ start: "invoice.pdf", end: ".exe" });
    expect(fileNameParts("חשבון.7z", 60)).toEqual({ start: "חשבון", end: ".7z" });
    expect(fileNameParts("README", 60)).toEqual({ start: "README", end: "" });
  });

  it("is shortened in the middle, and never at the end", () => {
    const { start, end } = fileNameParts(`invoice.pdf${" ".repeat(300)}.exe`, 40);
    expect(end).toBe(".exe");
    expect(start.startsWith("invoice.pdf")).toBe(true);
    expect(start).toHaveLength(36);
    expect(start.endsWith("…")).toBe(true);
    expect(fileNameParts("x".repeat(300), 40)).toEqual({
      start: `${"x".repeat(29)}…`,
      end: "x".repeat(10),
    });
  });

  it("has the ending that counts when dots and spaces stand behind it", () => {
    expect(fileNameParts("setup.exe. .", 60).end).toBe(".exe. .");
    expect(fileNameParts(`setup.exe${" .".repeat(200)}`, 60)).toEqual({
      start: "setup",
      end: ".exe…",
    });
  });

  it("takes no long text behind a dot for an ending", () => {
    const name = "Hello. This is the title of a long story, and no ending";
    expect(fileNameParts(name, 60)).toEqual({ start: name, end: "" });
  });

  it("is never cut within what the eye sees as one character", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(fileNameParts(`${family.repeat(30)}.png`, 10)).toEqual({
      start: `${family.repeat(5)}…`,
      end: ".png",
    });
    expect(fileNameParts(family.repeat(30), 20).end).toBe(family.repeat(10));
  });
});
