import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const styles = join(import.meta.dirname, "../../page/styles");
const read = (name: string) => readFileSync(join(styles, name), "utf8");

/** The light and the dark value of a colour. */
function colour(name: string): readonly [light: string, dark: string] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(
    read("colors.css"),
  );
  if (found === null) throw new Error(`there is no colour ${name}`);
  return [found[1] ?? "", found[2] ?? ""];
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2, 1.4.3. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it("texts of the list are readable on a plain, a pointed at and the selected row: 4.5 to 1", () => {
  const selected = /\.conversation\[aria-current="page"\] \{\s*--muted: var\(--([\w-]+)\)/.exec(
    read("conversations.css"),
  )?.[1];
  const pairs = [
    ["muted", "surface"],
    ["muted", "ground"],
    [selected ?? "muted", "raised"],
    ...["text", "accent", "danger", "warning"].map((text) => [text, "raised"]),
    ["on-accent", "accent"],
  ].map(([text = "", ground = ""]) => ({ text: colour(text), ground: colour(ground) }));
  const all = pairs.flatMap(({ text, ground }) => [
    contrast(text[0], ground[0]),
    contrast(text[1], ground[1]),
  ]);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(4.5);
});

it("the initials of a visitor are readable on each colour that stands for one", () => {
  const tones = [
    ...read("colors.css").matchAll(/\.tone-\d+ \{\s*background: light-dark\((#\w{6}), (#\w{6})\)/g),
  ];
  expect(tones).toHaveLength(12);
  const [light, dark] = colour("text");
  for (const [, lightTone = "", darkTone = ""] of tones) {
    expect(contrast(light, lightTone)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, darkTone)).toBeGreaterThanOrEqual(4.5);
  }
});
