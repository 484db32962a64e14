import { globSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { screens } from "../../scripts/pictures/screens.ts";

const directory = resolve(import.meta.dirname, "../../docs/pictures/console");
const pictures = globSync(`${directory}/*`);
const size = (path: string) => statSync(path).size;

describe("the pictures in the docs", () => {
  it("show screens that npm run pictures takes, so that they can be taken anew", () => {
    const names = screens.map(({ name }) => name);
    const shown = pictures.map((path) => basename(path).replace(/(-phone)?(-dark)?\.webp$/, ""));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are small: at most 60 kB each and 2 MB in all", () => {
    expect(pictures.filter((path) => size(path) > 60_000)).toEqual([]);
    expect(pictures.map(size).reduce((sum, one) => sum + one)).toBeLessThanOrEqual(2_000_000);
  });
});
