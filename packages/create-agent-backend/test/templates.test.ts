import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) =>
  readFileSync(new URL(`../templates/${path}`, import.meta.url), "utf8");

it.each(["test/fake-server.ts", "test/check.ts", "test/open-erasure.ts", "test/suite.test.ts"])(
  "templates have the same %s, so that a fault is mended in both",
  (path) => {
    expect(read(`polling/${path}`)).toBe(read(`http/${path}`));
  },
);
