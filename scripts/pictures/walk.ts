import { QuickstartRuns } from "../../examples/quickstart/test/support/quickstart-runs.ts";
import {
  openBrowser,
  type OpenedBrowser,
} from "../../packages/agent-console/test/support/browser/browser.ts";
import { Day } from "./day.ts";
import { startReceiver } from "./receiver.ts";
import type { Screen } from "./screens.ts";
import { openWindows, type Page, signIn, type Window } from "./windows.ts";

/** Done with a page that shows a screen. `name` is the screen's, with the window's suffix. */
export type Visit = (page: Page, name: string) => Promise<void>;

export interface Walker {
  /** Called once, before the first screen. */
  readonly begin: (browser: OpenedBrowser["browser"]) => Promise<Visit>;
  readonly onProgress: (visited: number, total: number) => void;
}

/** Opens these screens one after the other, in all their windows, on a quickstart of its own. */
export async function walkScreens(screens: readonly Screen[], walker: Walker): Promise<void> {
  const runs = new QuickstartRuns();
  const receiver = await startReceiver();
  const { browser, close } = await openBrowser();
  try {
    const gateway = await runs.start(runs.freshData());
    const day = await Day.begin(gateway, receiver.url);
    const windows = await openWindows(browser);
    const total = screens.reduce((sum, screen) => sum + windowsOf(screen, windows).length, 0);
    const visit = await walker.begin(browser);
    let visited = 0;
    await walk({ day, windows }, screens, async (page, name) => {
      await visit(page, name);
      visited += 1;
      walker.onProgress(visited, total);
    });
  } finally {
    await close();
    await runs.end();
    receiver.close();
  }
}

/** For what a screen shows a moment later: a picture, a focus, a count. */
const settleMs = 1_000;

interface Place {
  readonly day: Day;
  readonly windows: readonly Window[];
}

async function walk(place: Place, screens: readonly Screen[], visit: Visit): Promise<void> {
  const { day, windows } = place;
  const showAll = async (when: Screen["when"]): Promise<void> => {
    for (const screen of screens.filter((one) => one.when === when)) {
      await show(place, screen, visit);
    }
  };
  for (const { page } of windows) await page.goto(`${day.gateway.url}/console/`);
  await showAll("signed-out");
  for (const { page } of windows) {
    await page.goto(`${day.gateway.url}/console/`);
    await signIn(page);
  }
  await showAll("before-the-day");
  await day.pass();
  await showAll(undefined);
}

/** In all windows at once: a message that waits now may have failed a few seconds later. */
async function show({ day, windows }: Place, screen: Screen, visit: Visit): Promise<void> {
  const { name, route, shows, prepare, arrange, act, leave } = screen;
  await prepare?.(day);
  const address = typeof route === "string" ? route : await route(day);
  const url = new URL(address, `${day.gateway.url}/console/`).href;
  const showIn = async ({ page, suffix }: Window): Promise<void> => {
    // From another page, so that nothing of the screen before is left.
    await page.goto("about:blank");
    await arrange?.(page, day);
    await page.goto(url);
    await page.getByTestId(shows).first().waitFor();
    await act?.(page, day);
    await page.waitForTimeout(settleMs);
    await visit(page, `${name}${suffix}`);
    await leave?.(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  };
  const shown = windowsOf(screen, windows);
  await Promise.all(
    shown.map((window) =>
      showIn(window).catch((error: unknown) => {
        throw new Error(`${name}${window.suffix} cannot be shown`, { cause: error });
      }),
    ),
  );
}

function windowsOf({ on }: Screen, windows: readonly Window[]): readonly Window[] {
  return on === "phone" ? windows.filter(({ isPhone }) => isPhone) : windows;
}
