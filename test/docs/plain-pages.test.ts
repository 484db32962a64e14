import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorsOf, cellsOf, linksOf, sentencesOf, wordsIn } from "./support/prose.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Tables that other tests hold to the code, and the words of the contract. */
const tables = new Set(["canaries.md", "contract.md", "errors.md", "rulings.md", "spec.md"]);
/** What users, operators, integrators and contributors read; not the laboratory, nor the decisions. */
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync("docs/*.md", { cwd: root }).filter((path) => !tables.has(basename(path))),
];

/** What users of one package or example read: its README, and the pages of reference beside it. */
const packagePages = globSync("{packages,examples}/*/*.md", { cwd: root });
const readmes = packagePages.filter((path) => basename(path) === "README.md");

const mostWords = 36_000;
const wordsOfReadme = 1_200;
const wordsPerSentence = 30;
const wordsPerCell = 25;
const linesOfReadme = 132;

const longSentences = (page: string) =>
  sentencesOf(page).filter((sentence) => wordsIn(sentence) > wordsPerSentence);
const longCells = (page: string) => cellsOf(page).filter((cell) => wordsIn(cell) > wordsPerCell);
const wordsOf = (path: string) => read(path).split(/\s+/).length;

describe("the pages that people read", () => {
  it(`have at most ${mostWords} words in all`, () => {
    const words = pages.map(wordsOf);
    expect(words.length).toBeGreaterThan(12);
    expect(words.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(mostWords);
  });

  it(`have at most ${wordsOfReadme} words in a README of a package or an example`, () => {
    expect(readmes.length).toBeGreaterThan(15);
    expect(readmes.filter((path) => wordsOf(path) > wordsOfReadme)).toEqual([]);
  });

  it.each([...pages, ...packagePages])("%s: no long sentence, no long cell of a table", (path) => {
    expect(longSentences(read(path))).toEqual([]);
    expect(longCells(read(path))).toEqual([]);
  });

  it.each([...pages, ...packagePages])("%s: every link leads somewhere", (path) => {
    const broken = linksOf(read(path)).filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? join(root, path) : resolve(root, path, "..", file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(packagePages)("%s: names no file of its package that is not there", (path) => {
    const named = [...read(path).matchAll(/`((?:src|page|test|deploy|samples)\/[^`*\s]*)`/g)];
    const missing = named.filter(([, file = ""]) => !existsSync(join(root, path, "..", file)));
    expect(missing.map(([, file]) => file)).toEqual([]);
  });

  it(`README.md has at most ${linesOfReadme} lines`, () => {
    expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(linesOfReadme);
  });
});

describe("the count", () => {
  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

  it("finds a sentence of 31 words in a paragraph and in a list, and none of 30", () => {
    const page = `${words(30)}. ${words(31)}.\n\n- ${words(30)}.\n- ${words(31)},\n  and so on.\n`;
    expect(longSentences(page)).toHaveLength(2);
  });

  it("finds a cell of 26 words, and none of 25", () => {
    expect(longCells(`| ${words(25)} | ${words(26)} |\n`)).toHaveLength(1);
  });

  it("counts a piece of code as one word, and neither code blocks nor comments", () => {
    const block = `\`\`\`sh\n${words(40)}\n\`\`\``;
    expect(longSentences(`Run \`${words(40)}\`.\n\n${block}\n\n<!-- ${words(40)} -->\n`)).toEqual(
      [],
    );
  });

  it("finds links, and the anchors that they lead to", () => {
    expect(linksOf("[a](b.md#c-d), [e](https://f.example/)")).toEqual(["b.md#c-d"]);
    expect(anchorsOf("## C, `d`\n")).toEqual(["c-d"]);
  });
});
