// Read before the traps replace it.
const { setImmediate } = globalThis;

/** Immediates that are scheduled together share one pass of the event loop, because a pass is expensive. */
const askedTogether = 64;
const waiting: (() => void)[] = [];
let toCome = 0;

/** Resolves when everything that is ready at this instant has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (toCome === 0) ask();
  });
}

function ask(): void {
  for (toCome = 0; toCome < askedTogether; toCome += 1) setImmediate(come);
}

/** Between two immediates Node runs all due promises and reports unhandled rejections. */
function come(): void {
  toCome -= 1;
  waiting.shift()?.();
  if (toCome === 0 && waiting.length > 0) ask();
}
