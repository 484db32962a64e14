import type { ErasureListener } from "@parley/core";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { want } from "../want.ts";
import { AgentBench } from "./agent-bench.ts";

/** An adapter under test that keeps something about conversations. */
export interface ErasureApp {
  readonly listener: ErasureListener;
  /** Makes a conversation on the bench, and the adapter keep something about it. Returns the conversation's id. */
  remember(visitor: string): Promise<string>;
  /** Lets the adapter keep something about a conversation again. `false`: it refuses, since it was erased. */
  rememberAgain(conversationId: string): Promise<boolean>;
  /** Whether the adapter keeps anything about a conversation. */
  isRemembered(conversationId: string): Promise<boolean>;
  /** Erases it in the store of the bench, as a gateway does before it tells. */
  erase(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a fresh adapter and loads it into the bench. */
export type OpenErasureApp = (bench: AgentBench) => Promise<ErasureApp>;

/** Tests an `ErasureListener`. Every call of `open` loads a fresh one into the bench. */
export function erasureListenerSuite(runner: Runner, name: string, open: OpenErasureApp): void {
  const { describe, it } = citeRules(runner, sources.erasureListener);
  const check = (title: string, body: (app: ErasureApp) => Promise<void>) =>
    it(title, async () => {
      const bench = await AgentBench.start();
      try {
        const app = await open(bench);
        await body(app).finally(() => app.close());
      } finally {
        await bench.close();
      }
    });

  describe(`${name} as an ErasureListener`, () => {
    check("what is kept about an erased conversation goes, and nothing else", async (app) => {
      const gone = await app.remember("a");
      const kept = await app.remember("b");
      want(
        "both are kept",
        [await app.isRemembered(gone), await app.isRemembered(kept)],
        [true, true],
      );
      await tell(app, gone);
      want(
        "one is kept",
        [await app.isRemembered(gone), await app.isRemembered(kept)],
        [false, true],
      );
    });

    check("the same notice again is taken, one after another and at once", async (app) => {
      const gone = await app.remember("a");
      await tell(app, gone);
      await Promise.all([again(app, gone), again(app, gone)]);
      want("it is gone", await app.isRemembered(gone), false);
    });

    check("a conversation that it does not know is taken", async (app) => {
      await again(app, "nobody");
      want("nothing is kept of it", await app.isRemembered("nobody"), false);
    });

    check("nothing is kept about it from then on", async (app) => {
      const gone = await app.remember("a");
      await tell(app, gone);
      want("it is refused", await app.rememberAgain(gone), false);
      want("nothing is kept", await app.isRemembered(gone), false);
    });
  });
}

async function tell(app: ErasureApp, conversationId: string): Promise<void> {
  await app.erase(conversationId);
  await again(app, conversationId);
}

async function again({ listener }: ErasureApp, conversationId: string): Promise<void> {
  const receipt = await listener.erased(
    { conversationId, channelId: "shop", entries: [] },
    new AbortController().signal,
  );
  want("the notice is taken", receipt, { outcome: "taken" });
}
