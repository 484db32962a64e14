import type * as Dial from "../../src/dial.ts";

/** Port of this machine that every dial leads to. */
export const dialled = { port: 0 };

/** Replaces `dial.ts`: whatever is dialled is this machine's canary, so that no test reaches for a foreign address. */
export function dialingCanary(original: typeof Dial): typeof Dial {
  return {
    ...original,
    dial: ({ target, signal }) =>
      original.dial({
        target: { ...target, secure: false, host: "127.0.0.1", port: dialled.port },
        addresses: ["127.0.0.1"],
        permitsAddress: () => true,
        secureContext: undefined,
        signal,
      }),
  };
}
