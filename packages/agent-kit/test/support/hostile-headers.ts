import { hostileTexts } from "@parley/conformance";

type HeaderValue = string | readonly string[] | undefined;

/** Values that no app sends, made of a right one: absent, empty, repeated, cut, in another encoding, and worse. */
export function hostileHeaders(right: string): readonly HeaderValue[] {
  return [
    undefined,
    "",
    " ",
    ",",
    "=",
    "undefined",
    [],
    [right],
    [right, right],
    `${right}, ${right}`,
    `${right},${right}`,
    ` ${right}`,
    `${right} `,
    `${right}\n`,
    `${right}\u0000`,
    right.slice(0, -1),
    right.slice(1),
    `${right}0`,
    `${right.slice(0, -1)}_`,
    right.split("").toReversed().join(""),
    "\ud800",
    "é".repeat(32),
    "0".repeat(64),
    "A".repeat(100_000),
    ...hostileTexts,
  ];
}
