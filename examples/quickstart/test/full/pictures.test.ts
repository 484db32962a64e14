import { readdirSync } from "node:fs";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { screens } from "../../../../scripts/pictures/screens.ts";
import { takePictures } from "../../../../scripts/pictures/take-pictures.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Four windows a screen, of which some wait for a message to fail. */
const timeoutMs = 400_000;

test(
  "every screen has a picture in both themes and for a phone, within the docs' limit of size",
  async () => {
    const directory = temporaryDirectory();
    onTestFinished(() => directory.remove());
    const { pictures, bytes } = await takePictures(
      screens,
      directory.path,
      new PassThrough().resume(),
    );
    const names = readdirSync(directory.path);
    expect(names).toHaveLength(pictures);
    for (const { name } of screens)
      expect(names).toEqual(
        expect.arrayContaining([`${name}-phone.webp`, `${name}-phone-dark.webp`]),
      );
    expect(bytes).toBeLessThanOrEqual(2_000_000);
  },
  timeoutMs,
);
