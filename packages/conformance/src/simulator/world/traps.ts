import { performance } from "node:perf_hooks";

/** Called with the function used, and the caller. */
type Caught = (name: string, stack: string) => void;

/** The platform's functions for time and randomness. */
const trapped = [
  [globalThis, "setTimeout"],
  [globalThis, "setInterval"],
  [globalThis, "setImmediate"],
  [globalThis, "queueMicrotask"],
  [globalThis, "fetch"],
  [Date, "now"],
  [performance, "now"],
  [Math, "random"],
  [globalThis.crypto, "getRandomValues"],
  [globalThis.crypto, "randomUUID"],
  [AbortSignal, "timeout"],
  [process, "nextTick"],
  [process, "hrtime"],
] as const satisfies readonly (readonly [object, string])[];

/**
 * Watches the platform's functions for time and randomness. The calls still work. Reports each call from project code,
 * but not from the platform or an installed package. The returned function removes the traps.
 */
export function setTraps(caught: Caught): () => void {
  const lifts = trapped.map(([holder, name]) => trap(holder, name, caught));
  lifts.push(trapDate(caught));
  return () => {
    for (const lift of lifts) lift();
  };
}

/** Stays when the property is assigned, because a test runner may restore the original. */
function trap(holder: object, name: string, caught: Caught): () => void {
  const first = Reflect.get(holder, name) as (...values: unknown[]) => unknown;
  let original = first;
  let isLifted = false;
  let isInside = false;
  const own = Object.getOwnPropertyDescriptor(holder, name);
  const trapped = function (this: unknown, ...values: unknown[]): unknown {
    if (isLifted || isInside) return Reflect.apply(first, this, values);
    tell(name, caught);
    // The assigned function may call the trap that was there before.
    isInside = true;
    try {
      return Reflect.apply(original, this, values);
    } finally {
      isInside = false;
    }
  };
  Object.assign(trapped, first);
  Object.defineProperty(holder, name, {
    get: () => trapped,
    set: (value: typeof original) => {
      original = value === trapped ? first : value;
    },
    configurable: true,
  });
  return () => {
    isLifted = true;
    if (own === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, own);
  };
}

/** `new Date()` asks the clock; `new Date(0)` does not. */
function trapDate(caught: Caught): () => void {
  const { Date: original } = globalThis;
  globalThis.Date = new Proxy(original, {
    construct(target, values, newTarget) {
      if (values.length === 0) tell("new Date()", caught);
      return Reflect.construct(target, values, newTarget) as object;
    },
    apply(target, self, values) {
      tell("Date()", caught);
      return Reflect.apply(target, self, values);
    },
  });
  return () => {
    globalThis.Date = original;
  };
}

function tell(name: string, caught: Caught): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 8;
  const stack = new Error("trapped").stack ?? "";
  Error.stackTraceLimit = stackTraceLimit;
  const caller = stack.split("\n").find((line) => line.startsWith("    at ") && !isOurs(line));
  if (caller === undefined || isPlatform(caller)) return;
  caught(name, caller.trim());
}

function isOurs(line: string): boolean {
  return line.includes(import.meta.filename);
}

function isPlatform(line: string): boolean {
  return line.includes("node:") || line.includes("/node_modules/") || line.includes("<anonymous>");
}
