import * as runner from "node:test";
import { agentBackendSuite, typingListenerSuite } from "@parley/conformance";
import type { TypingType } from "@parley/core";
import { echoAgent } from "../../src/echo-agent.ts";
import { openEcho } from "../support/open-echo.ts";

agentBackendSuite(runner, "the echo agent", openEcho(echoAgent));

typingListenerSuite(runner, "the echo agent beside a list of who types", async (bench) => {
  const { backend, messages, close } = await openEcho(echoAgent)(bench);
  const types = new Map<string, TypingType>();
  return {
    typing: { typing: async (conversationId, type) => void types.set(conversationId, type) },
    backend,
    shown: async (conversationId) => types.get(conversationId) ?? null,
    messageCount: async (conversationId) => (await messages(conversationId)).length,
    trouble: null,
    close,
  };
});
