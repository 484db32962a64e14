import { mkdirSync } from "node:fs";
import { QuickstartRuns } from "../../examples/quickstart/test/support/quickstart-runs.ts";
import { openBrowser } from "../../packages/agent-console/test/support/browser/browser.ts";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { showProgress } from "../../packages/cli/src/output/progress.ts";
import { Camera } from "./camera.ts";
import { Day } from "./day.ts";
import { startReceiver } from "./receiver.ts";
import type { Screen } from "./screens.ts";
import { openWindows, signIn, type Window } from "./windows.ts";

/** Takes the pictures of these screens. @returns how many they are, and their size in bytes. */
export async function takePictures(
  screens: readonly Screen[],
  directory: string,
  stderr: OutputStream,
): Promise<{ readonly pictures: number; readonly bytes: number }> {
  mkdirSync(directory, { recursive: true });
  const runs = new QuickstartRuns();
  const receiver = await startReceiver();
  const { browser, close } = await openBrowser();
  try {
    const gateway = await runs.start(runs.freshData());
    const day = await Day.begin(gateway, receiver.url);
    const windows = await openWindows(browser);
    const camera = new Camera(directory, await browser.newPage());
    const total = screens.reduce((sum, screen) => sum + windowsOf(screen, windows).length, 0);
    const progress = showProgress(stderr, "pictures", total);
    await walk({ day, windows, camera }, screens, () => progress.update(camera.pictures));
    progress.end();
    const { pictures, bytes } = camera;
    return { pictures, bytes };
  } finally {
    await close();
    await runs.end();
    receiver.close();
  }
}

interface Walk {
  readonly day: Day;
  readonly windows: readonly Window[];
  readonly camera: Camera;
}

async function walk(parts: Walk, screens: readonly Screen[], shown: () => void): Promise<void> {
  const { day, windows } = parts;
  const showAll = async (when: Screen["when"]): Promise<void> => {
    for (const screen of screens.filter((one) => one.when === when)) {
      await show(parts, screen);
      shown();
    }
  };
  for (const { page } of windows) await page.goto(`${day.gateway.url}/console/`);
  await showAll("signed-out");
  for (const { page } of windows) await signIn(page);
  await showAll("before-the-day");
  await day.pass();
  await showAll(undefined);
}

/** In all windows at once: a message that waits now may have failed a few seconds later. */
async function show({ day, windows, camera }: Walk, screen: Screen): Promise<void> {
  const { name, route, shows, prepare, act } = screen;
  await prepare?.(day);
  const address = typeof route === "string" ? route : await route(day);
  const url = new URL(address, `${day.gateway.url}/console/`).href;
  await Promise.all(
    windowsOf(screen, windows).map(async ({ page, suffix }) => {
      await page.goto(url);
      await page.getByTestId(shows).first().waitFor();
      await act?.(page, day);
      await camera.take(page, `${name}${suffix}`);
    }),
  );
}

function windowsOf({ on }: Screen, windows: readonly Window[]): readonly Window[] {
  return on === "phone" ? windows.filter(({ isPhone }) => isPhone) : windows;
}
