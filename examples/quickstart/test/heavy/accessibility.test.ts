import { expect, test } from "vitest";
import { screens } from "../../../../scripts/pictures/screens.ts";
import { states } from "../../../../scripts/pictures/states/states.ts";
import { walkScreens } from "../../../../scripts/pictures/walk.ts";
import { violationsOf } from "../support/accessibility.ts";

/** Four windows a screen, and axe reads each page whole. */
const timeoutMs = 1_800_000;

test(
  "axe finds nothing on any screen and state, in both themes, on a desktop and on a phone",
  async () => {
    const found: string[] = [];
    let isWhole = false;
    await walkScreens([...screens, ...states], {
      begin: async () => async (page, name) => {
        for (const violation of await violationsOf(page)) found.push(`${name}: ${violation}`);
      },
      onProgress: (visited, total) => {
        isWhole = visited === total;
      },
    });
    expect(found.join("\n")).toBe("");
    expect(isWhole).toBe(true);
  },
  timeoutMs,
);
