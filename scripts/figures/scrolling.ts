import type { Page } from "../pictures/windows.ts";
import type { Figure } from "./figure.ts";
import { longTaskFigure, longTasksDuring } from "./long-tasks.ts";
import type { OpenConsole } from "./open-console.ts";

/** A frame of a fast flick. */
const framePx = 600;
/** Nothing new for so long means that the end is reached. */
const patienceMs = 20_000;

/** Scrolls the list down until so many rows are loaded. */
export async function measureListScroll(
  { page, address }: OpenConsole,
  rows: number,
): Promise<readonly Figure[]> {
  await page.goto(address);
  await page.getByTestId("conversation").first().waitFor();
  return figuresOf(page, `scrolling the list, ${rows} rows`, {
    box: ".list-body",
    stepPx: framePx,
    end: `[data-testid="conversation-list"]`,
    count: rows,
  });
}

/** Opens a thread, and scrolls it up to its beginning. */
export async function measureThreadScroll(
  { page, address }: OpenConsole,
  conversationId: string,
  messages: number,
): Promise<readonly Figure[]> {
  await page.goto(`${address}#/c/${conversationId}`);
  await page.getByTestId("message").first().waitFor();
  return figuresOf(page, `scrolling a thread up, ${messages} messages`, {
    box: "#messages",
    stepPx: -framePx,
    end: `[data-testid="load-older"]`,
    count: null,
  });
}

async function figuresOf(page: Page, name: string, scroll: Scroll): Promise<readonly Figure[]> {
  let hasReached = false;
  const tasks = await longTasksDuring(page, async () => {
    hasReached = await page.evaluate(scrollToEnd, { ...scroll, patienceMs });
  });
  if (!hasReached) throw new Error(`${name}: the end was not reached.`);
  return [longTaskFigure(name, tasks)];
}

interface Scroll {
  readonly box: string;
  readonly stepPx: number;
  /** With a `count`: the element whose `data-count` reaches it. Without one: the element that is gone at the end. */
  readonly end: string;
  readonly count: number | null;
}

/** Runs in the page. @returns whether the end was reached. */
function scrollToEnd(given: Scroll & { readonly patienceMs: number }): Promise<boolean> {
  const { box, stepPx, end, count, patienceMs } = given;
  const element = document.querySelector(box);
  if (element === null) throw new Error(`the page has no ${box}`);
  const hasAll = (): boolean => {
    const found = document.querySelector<HTMLElement>(end);
    return count === null ? found === null : Number(found?.dataset["count"]) >= count;
  };
  return new Promise((resolve) => {
    let [height, grewAt] = [0, performance.now()];
    const frame = (now: number): void => {
      const before = element.scrollTop;
      element.scrollTop += stepPx;
      if (element.scrollTop !== before || element.scrollHeight > height) grewAt = now;
      height = element.scrollHeight;
      if (element.scrollTop === before && hasAll()) resolve(true);
      else if (now - grewAt > patienceMs) resolve(false);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
