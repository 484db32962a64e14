import { type Figure, medianOf, milliseconds } from "./figure.ts";
import type { OpenConsole } from "./open-console.ts";

const reloads = 9;
/** The first row, or what an empty list says. */
const firstRow = '[data-testid="conversation"], [data-testid="empty-list"]';
const mostRatio = 2;

/** Time from the start of a navigation until the list shows its first row. The two consoles take turns. */
export async function measureFirstScreen(
  empty: OpenConsole,
  seeded: OpenConsole,
): Promise<readonly Figure[]> {
  const times: Record<"empty" | "seeded", number[]> = { empty: [], seeded: [] };
  // The first turn fills caches.
  for (let turn = 0; turn <= reloads; turn += 1) {
    const turns = { empty: await shownAfter(empty), seeded: await shownAfter(seeded) };
    if (turn === 0) continue;
    times.empty.push(turns.empty);
    times.seeded.push(turns.seeded);
  }
  const [before, after] = [medianOf(times.empty), medianOf(times.seeded)];
  const ratio = after / before;
  const value = `${milliseconds(after)}, empty ${milliseconds(before)}: ${ratio.toFixed(2)} times`;
  return [{ name: "first screen", value, goal: `≤ ${mostRatio} times`, holds: ratio <= mostRatio }];
}

async function shownAfter({ page, address }: OpenConsole): Promise<number> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "commit" });
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        // A frame later it is on the screen.
        const look = (): void => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        look();
      }),
    firstRow,
  );
}
