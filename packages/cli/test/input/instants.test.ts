import { afterEach, describe, expect, it } from "vitest";
import { agoText, instantText, localText } from "../../src/input/instants.ts";

const zone = process.env["TZ"];
const instant = Date.UTC(2026, 10, 22, 1, 13, 5, 678);

afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

describe("an instant", () => {
  for (const [name, expected] of [
    ["UTC", "2026-11-22T01:13:05+00:00"],
    ["Europe/Berlin", "2026-11-22T02:13:05+01:00"],
    ["America/St_Johns", "2026-11-21T21:43:05-03:30"],
    ["Asia/Kathmandu", "2026-11-22T06:58:05+05:45"],
  ] as const) {
    it(`is shown in local time with its offset: ${name}`, () => {
      process.env["TZ"] = name;
      expect(localText(instant)).toBe(expected);
      expect(Date.parse(localText(instant))).toBe(Math.floor(instant / 1000) * 1000);
    });
  }

  it("says how far away it is, in the largest unit that is reached", () => {
    const at = (ms: number) => agoText(instant, instant + ms);
    expect([0, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000 * 40].map(at)).toEqual([
      "just now",
      "just now",
      "1 s ago",
      "59 s ago",
      "1 min ago",
      "59 min ago",
      "1 h ago",
      "40 d ago",
    ]);
    expect(at(-3000)).toBe("in 3 s");
  });

  it("is shown both ways", () => {
    process.env["TZ"] = "UTC";
    expect(instantText(instant, instant + 3000)).toBe("2026-11-22T01:13:05+00:00 (3 s ago)");
  });
});
