import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Lines that are not blank. Each plugin is one file, and imports nothing but what an adapter may. */
const limits = [
  ["http-plugin.ts", 40],
  ["helpdesk-plugin.ts", 105],
  ["polling-plugin.ts", 81],
] as const;

const allowed = new Set(["@parley/agent-kit", "@parley/core"]);

it.each(limits)("%s is written in at most %i lines, with what every plugin gets", (name, limit) => {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  expect(lines.length).toBeGreaterThan(limit / 2);
  expect(lines.length).toBeLessThanOrEqual(limit);
  const imported = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
  expect(imported.filter((from) => !allowed.has(String(from)))).toEqual([]);
  expect(text).not.toMatch(/\bset(Timeout|Interval|Immediate)\b|import\(/);
});
