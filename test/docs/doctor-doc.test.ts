import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { receiverQuirks } from "@parley/conformance";
import { defaultKnobs } from "@parley/core";
import { describe, expect, it } from "vitest";
import { type QuirkRow, quirks } from "../../packages/core/src/engine/quirks/quirk-table.ts";

type Level = "ok" | "warning" | "fault";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/doctor.md"), "utf8");
/** What makes findings for the doctor; the receiver check of the command line has findings of its own. */
const sources = globSync("packages/*/src/**/*.ts", {
  cwd: root,
  exclude: ["packages/cli/**", "packages/conformance/**"],
})
  .map((path) => readFileSync(join(root, path), "utf8"))
  .filter((source) => source.includes("Finding"));

const call = /\b(?:(ok|warning|fault)Finding|(level))\(\s*(?:"([a-z-]+)"|(\w+))/g;
const names = (text: string) => [...text.matchAll(/"([a-z-]+)"/g)].map(([, name = ""]) => name);

/** Every check of a source, and the levels it is made with. */
function checksOf(source: string): readonly (readonly [string, Level])[] {
  const named = [...source.matchAll(/\bcheck(?: =|:) ([^,;]+)[,;]/g)].flatMap(([, text = ""]) =>
    names(text.replace(/.*\?/, "")),
  );
  return [...source.matchAll(call)].flatMap(([, level, chosen, literal, variable]) => {
    const levels: readonly Level[] = chosen ? ["warning", "fault"] : [level as Level];
    if (literal === undefined && variable !== "check") return [];
    const checks = literal === undefined ? named : [literal];
    return checks.flatMap((check) => levels.map((one) => [check, one] as const));
  });
}

function between(mark: string): readonly (readonly string[])[] {
  const text = new RegExp(`<!-- ${mark} -->\n([\\s\\S]*)<!-- /${mark} -->`).exec(page)?.[1] ?? "";
  const rows = text.split("\n").filter((line) => line !== "");
  return rows.slice(2).map((row) => row.slice(2, -2).split(" | "));
}

const made = Map.groupBy(sources.flatMap(checksOf), ([check]) => check);
const makes = (check: string, level: Level) =>
  made.get(check)?.some(([, one]) => one === level) ?? false;

describe("docs/doctor.md", () => {
  const marks = ["gateway", "sqlite", "postgres", "console", "kit", "http", "media", "receiver"];
  const rows = marks.flatMap(between);

  it("has a row for every check that the sources make a finding of, and no other", () => {
    const listed = rows.map(([check = ""]) => check.replaceAll("`", ""));
    expect(listed.toSorted()).toEqual([...made.keys()].toSorted());
  });

  it("says when it is a warning and when a fault, where it can be one, and what to do", () => {
    expect(rows.length).toBeGreaterThan(30);
    const levels = rows.map(([check = "", warning, fault, advice]) => {
      expect(advice?.length).toBeGreaterThan(3);
      return [check, warning !== "–", fault !== "–"];
    });
    const expected = rows.map(([check = ""]) => {
      const name = check.replaceAll("`", "");
      return [check, makes(name, "warning"), makes(name, "fault")];
    });
    expect(levels).toEqual(expected);
  });

  it("lists every quirk of clients with what becomes of it and its knob", () => {
    const expected = Object.entries(quirks).map(([name, { seen, effect }]: [string, QuirkRow]) => {
      const { passes, message, advice = "" } = effect(defaultKnobs);
      const knob = /`(\w+: [a-z-]+)`/.exec(advice)?.[1];
      const words = `${passes ? "" : "**"}${message}${passes ? "" : "**"}`;
      return [`\`quirk-${name}\``, seen, words, knob === undefined ? "–" : `\`${knob}\``];
    });
    expect(between("clients")).toEqual(expected);
  });

  it("lists every quirk of receivers with the setting that takes it", () => {
    const expected = receiverQuirks.map(({ about, check, remedy }) => {
      const setting =
        remedy === "template"
          ? "a URL with `{channel}`"
          : Object.entries(remedy).map(([knob, value]) => `\`${knob}: ${String(value)}\``);
      return [about, `\`${check}\``, String(setting)];
    });
    expect(between("receivers")).toEqual(expected);
  });
});
