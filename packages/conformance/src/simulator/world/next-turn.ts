// Taken before anything is trapped.
const { setImmediate } = globalThis;

/** Immediates asked for together come in one pass of the event loop: a pass costs as much as what a turn runs. */
const askedTogether = 64;
const waiting: (() => void)[] = [];
let toCome = 0;

/** Resolves when everything that can run without time passing has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (toCome === 0) ask();
  });
}

function ask(): void {
  for (toCome = 0; toCome < askedTogether; toCome += 1) setImmediate(come);
}

/** Between two of them Node runs every promise that is due, and tells of rejections that nobody handles. */
function come(): void {
  toCome -= 1;
  waiting.shift()?.();
  if (toCome === 0 && waiting.length > 0) ask();
}
