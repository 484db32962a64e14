import { type OpenAgentApp, type TypingApp, typingListenerSuite } from "@parley/conformance";
import { TypingListener, type TypingType } from "@parley/core";
import * as runner from "vitest";
import { openPulledApp } from "../support/open-pulled-app.ts";
import { openPushedApp } from "../support/open-pushed-app.ts";

type Typing = OpenAgentApp extends (bench: infer Bench) => unknown ? Bench : never;
type ShownTyping = { readonly typing: (conversationId: string) => TypingType | null };

/** The app of the other suite, which shows who types as well. */
const withTyping =
  (open: (bench: Typing) => Promise<Awaited<ReturnType<OpenAgentApp>> & ShownTyping>) =>
  async (bench: Typing): Promise<TypingApp> => {
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
