import { agentBackendSuite, erasureListenerSuite, typingListenerSuite } from "@parley/conformance";
import { AgentBackend, ErasureListener, TypingListener } from "@parley/core";
import * as runner from "vitest";
import { ConsoleOnBench } from "./support/console-on-bench.ts";
import { useSignedIn } from "./support/browser/signed-in.ts";

const signedIn = useSignedIn();

agentBackendSuite(runner, "the agent console", async (bench) => {
  const console = await ConsoleOnBench.open(bench, await signedIn());
  return {
    backend: await console.plugin.get(AgentBackend),
    messages: (conversationId) => console.messages(conversationId),
    reports: (conversationId) => console.reports(conversationId),
    people: {
      setAvailable: (available) => console.setAvailable(available),
      reply: (conversationId, text) => console.reply(conversationId, text),
    },
    trouble: null,
    busy: null,
    restart: null,
    close: () => console.close(),
  };
});

typingListenerSuite(runner, "the agent console", async (bench) => {
  const console = await ConsoleOnBench.open(bench, await signedIn());
  return {
    typing: await console.plugin.get(TypingListener),
    backend: await console.plugin.get(AgentBackend),
    shown: (conversationId) => console.typing(conversationId),
    messageCount: async (conversationId) => (await console.messages(conversationId)).length,
    trouble: null,
    close: () => console.close(),
  };
});

erasureListenerSuite(runner, "the agent console", async (bench) => {
  const console = await ConsoleOnBench.open(bench, await signedIn());
  return {
    listener: await console.plugin.get(ErasureListener),
    remember: async (visitor) => {
      const { conversationId } = await bench.says("hello", visitor);
      await console.draft(conversationId, "half an answer");
      return conversationId;
    },
    rememberAgain: (conversationId) => console.draft(conversationId, "another answer"),
    isRemembered: (conversationId) => console.hasDraft(conversationId),
    erase: async (conversationId) =>
      void (await bench.rig.gateway.conversations.erase(conversationId)),
    close: () => console.close(),
  };
});
