import { mkdirSync } from "node:fs";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { showProgress } from "../../packages/cli/src/output/progress.ts";
import { Camera } from "./camera.ts";
import type { Screen } from "./screens.ts";
import { walkScreens } from "./walk.ts";

/** Takes the pictures of these screens. @returns how many they are, and their size in bytes. */
export async function takePictures(
  screens: readonly Screen[],
  directory: string,
  stderr: OutputStream,
): Promise<{ readonly pictures: number; readonly bytes: number }> {
  mkdirSync(directory, { recursive: true });
  const progress = showProgress(stderr, "pictures", null);
  let taken: Pick<Camera, "pictures" | "bytes"> = { pictures: 0, bytes: 0 };
  await walkScreens(screens, {
    begin: async (browser) => {
      const camera = new Camera(directory, await browser.newPage());
      return async (page, name) => {
        await camera.take(page, name);
        taken = camera;
      };
    },
    onProgress: (visited, total) => progress.update(visited, total),
  });
  progress.end();
  return taken;
}
