import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const page = read("docs/ports.md");

describe("the page on writing an adapter", () => {
  it("quotes files to the letter", () => {
    const quotes = [...page.matchAll(/^<!-- (\S+) -->\n```ts\n([\s\S]*?)```$/gm)];
    expect(quotes.map(([, path]) => path)).toEqual([
      "examples/custom-agent/test/suite.test.ts",
      "examples/custom-agent/test/support/open-echo.ts",
    ]);
    for (const [, path = "", text] of quotes) expect(text).toBe(read(path));
  });

  it("has a section for every port that is driven, and names a suite that is published", () => {
    const index = read("packages/conformance/src/index.ts");
    for (const port of [
      "AgentBackend",
      "TypingListener",
      "Transport",
      "HttpClient",
      "MediaStore",
      "Ingress",
      "MessageStore",
      "ConversationStore",
      "ChannelStore",
      "DeadLetterStore",
      "DeliveryStore",
      "RetentionStore",
      "ErasureStore",
      "ErasureListener",
      "SearchStore",
      "StateStore",
      "PauseStore",
      "OwnerStore",
      "BackendStore",
    ]) {
      const [, section = ""] = page.split(`\n## ${port}\n`);
      const [, suite = ""] = /([a-zA-Z]+Suite)\(/.exec(section.split("\n## ")[0] ?? "") ?? [];
      expect(suite.toLowerCase()).toBe(`${port}Suite`.toLowerCase());
      expect(index).toContain(suite);
    }
  });

  it("names files that are there", () => {
    const paths = [...page.matchAll(/`((?:packages|examples)\/[^`]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.length).toBeGreaterThan(5);
    const missing = paths.filter((path) => globSync(path, { cwd: root }).length === 0);
    expect(missing).toEqual([]);
  });
});
