import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/write-an-agent-backend.md");
const mostWords = 1_800;

it("every TypeScript block of the page on agent backends stands in a file that is compiled", () => {
  const blocks = page.match(/^```ts$/gm) ?? [];
  const quotes = [...page.matchAll(/^<!-- (\S+) -->\n```ts\n([^]*?)```$/gm)];
  expect(quotes.length).toBeGreaterThan(2);
  expect(quotes).toHaveLength(blocks.length);
  for (const [, path = "", text = ""] of quotes) expect(read(path)).toContain(text);
});

it("every command of the page is one that a test runs", () => {
  const blocks = [...page.matchAll(/^```sh\n([^]*?)```$/gm)].map(([, text = ""]) => text.trim());
  expect(blocks).toEqual([
    [
      "npm run create-agent-backend -- ../my-app --http",
      "cd ../my-app",
      "npm install",
      "npm test",
      "npm start",
    ].join("\n"),
    expect.stringMatching(/^npm run -s parley -- adapter check \.\.\/my-app +# .+$/),
  ]);
});

it(`the page has at most ${mostWords} words`, () => {
  const words = page.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(mostWords);
});
