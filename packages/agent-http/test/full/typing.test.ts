import { type TypingApp, typingListenerSuite } from "@parley/conformance";
import { TypingListener } from "@parley/core";
import * as runner from "vitest";
import type { Bench } from "../support/bench-time.ts";
import { openPulledApp } from "../support/open-pulled-app.ts";
import { openPushedApp } from "../support/open-pushed-app.ts";
import type { OpenedApp } from "../support/opened-app.ts";

/** The app of the other suite, which shows who types as well. */
const withTyping =
  (open: (bench: Bench) => Promise<OpenedApp>) =>
  async (bench: Bench): Promise<TypingApp> => {
    const app = await open(bench);
    return {
      typing: await bench.plugged.get(TypingListener),
      backend: app.backend,
      shown: async (id) => app.typing(id),
      messageCount: async (id) => (await app.messages(id)).length,
      trouble: app.trouble,
      close: () => app.close(),
    };
  };

typingListenerSuite(runner, "an app that polls", withTyping(openPulledApp));
typingListenerSuite(runner, "an app that gets its events posted", withTyping(openPushedApp));
