import * as runner from "vitest";
import { collectResults, typingListenerSuite } from "../../src/index.ts";
import { openTypingApp, type TypingFlaws } from "../support/open-typing-app.ts";

const { describe, expect, it } = runner;

typingListenerSuite(runner, "the smallest app that shows typing", openTypingApp());

const ends = "typing comes to an end while the app is in trouble";
const flawed: readonly (readonly [TypingFlaws, readonly string[]])[] = [
  [{ everywhere: true }, ["one visitor's typing is not another's"]],
  [
    { keepsFirst: true },
    ["typein is shown, and typeout ends it", "the latest wins, and twice is as good as once"],
  ],
  [{ neverEnds: true }, [`${ends}: away`, `${ends}: silent`]],
  [{ isMessage: true }, ["typing is no message, on neither side"]],
];

/** A suite that waits for answers that never come takes its time, more so on a busy machine. */
const timeoutMs = 120_000;

describe("the suite finds an app that gets typing wrong", () => {
  it.each(flawed)(
    "%j",
    async (flaws, rules) => {
      const results = await collectResults((runner) =>
        typingListenerSuite(runner, "a flawed app", openTypingApp(flaws)),
      );
      const red = results.filter(({ failure }) => failure !== null);
      expect(red.map(({ title }) => title)).toEqual(rules);
    },
    timeoutMs,
  );
});
