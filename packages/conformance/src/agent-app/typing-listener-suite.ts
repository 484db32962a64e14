import { AgentBench } from "./agent-bench.ts";
import type { TypingApp } from "./typing-app.ts";
import { typingRules } from "./typing.ts";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";

/** Opens a fresh agent app and loads its plugin into the bench. */
export type OpenTypingApp = (bench: AgentBench) => Promise<TypingApp>;

/** Tests a `TypingListener`. Every call of `open` loads a fresh one into the bench. */
export function typingListenerSuite(runner: Runner, name: string, open: OpenTypingApp): void {
  const { it } = citeRules(runner, sources.typingListener);
  runner.describe(`${name} as a TypingListener`, () => {
    typingRules((title, body) => {
      it(title, async () => {
        const bench = await AgentBench.start();
        try {
          const app = await open(bench);
          await body(bench, app).finally(() => app.close());
        } finally {
          await bench.close();
        }
      });
    });
  });
}
