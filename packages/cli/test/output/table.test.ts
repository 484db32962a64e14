import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { cutTo } from "../../src/output/display-width.ts";
import { Table } from "../../src/output/table.ts";
import { fakeContext } from "../support/fake-context.ts";

interface Row {
  readonly name: string;
  readonly text: string;
}

const columns = [
  { title: "name", text: ({ name }: Row) => name },
  { title: "text", text: ({ text }: Row) => text, flexible: true },
  { title: "end", text: () => "x" },
] as const;

describe("a table", () => {
  it("is aligned by what the terminal shows, not by characters", () => {
    const context = fakeContext();
    new Table(context, columns).print([
      { name: "世界", text: "👩‍👩‍👧‍👦" },
      { name: "e\u0301e\u0301", text: "ab" },
    ]);
    expect(context.written).toBe("name  text  end\n世界  👩‍👩‍👧‍👦    x\ne\u0301e\u0301    ab    x\n");
  });

  it("shows nothing that acts on the terminal", () => {
    const context = fakeContext();
    new Table(context, columns).print([{ name: "\u001b[2Ja\nb", text: "\u009b31m" }]);
    const line = "‹U+001B›[2Ja b  ‹U+009B›31m  x";
    expect(context.written).toBe(`name            text         end\n${line}\n`);
  });

  it("cuts its flexible column to a terminal's width, and nothing in a pipe", () => {
    const row = { name: "n", text: "y".repeat(90) };
    const wide = fakeContext();
    new Table(wide, columns).print([row]);
    expect(wide.written).toContain("y".repeat(90));
    const narrow = fakeContext({ columns: 40 });
    new Table(narrow, columns).print([row]);
    const lines = stripVTControlCharacters(narrow.written).split("\n");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
    expect(narrow.written).toContain("yyy…");
  });

  it("cuts a file's name in the middle, so that its ending is seen", () => {
    const narrow = fakeContext({ columns: 40 });
    const files = [{ ...columns[1], keepsEnd: () => true }];
    new Table(narrow, files).print([{ name: "", text: `invoice.pdf${"_".repeat(90)}.exe` }]);
    const [, line = ""] = stripVTControlCharacters(narrow.written).split("\n");
    expect(line).toMatch(/^invoice\.pdf_*…_*\.exe$/);
    expect(line).toHaveLength(40);
  });

  it("isolates what is written from the right, on a terminal alone", () => {
    const row = { name: "שלום", text: "1" };
    const terminal = fakeContext({ columns: 80 });
    new Table(terminal, columns).print([row]);
    expect(terminal.written).toContain("\u2068שלום\u2069  1 ");
    const piped = fakeContext();
    new Table(piped, columns).print([row]);
    expect(piped.written).toContain("שלום  1 ");
  });

  it("goes on below itself without titles, page after page", () => {
    const context = fakeContext();
    const table = new Table(context, columns);
    table.print([{ name: "a", text: "1" }]);
    table.print([]);
    table.print([{ name: "b", text: "2" }]);
    expect(context.written).toBe("name  text  end\na     1     x\nb     2     x\n");
  });

  it("prints nothing at all when there is nothing", () => {
    const context = fakeContext();
    new Table(context, columns).print([]);
    expect(context.written).toBe("");
  });

  it("is coloured on a terminal alone", () => {
    const looks = [{ title: "state", text: () => "failed", look: () => "bad" as const }];
    const coloured = fakeContext({ columns: 80 });
    new Table(coloured, looks).print([{ name: "", text: "" }]);
    expect(coloured.written).toContain("\u001b[31mfailed\u001b[39m");
    const plain = fakeContext();
    new Table(plain, looks).print([{ name: "", text: "" }]);
    expect(plain.written).toBe("state\nfailed\n");
  });
});

describe("text that is cut", () => {
  it("never loses half a character that the eye sees as one", () => {
    expect(cutTo("ab👩‍👩‍👧‍👦cd", 4)).toBe("ab…");
    expect(cutTo("ab👩‍👩‍👧‍👦cd", 5)).toBe("ab👩‍👩‍👧‍👦…");
    expect(cutTo("世界", 3)).toBe("世…");
    expect(cutTo("abcd", 4)).toBe("abcd");
  });
});
