import type { OpenAgentApp } from "@parley/conformance";
import { AgentBackend, type TypingType } from "@parley/core";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AppClient } from "./app-client.ts";
import type { Bench } from "./bench-time.ts";
import { PushedApp } from "./pushed-app.ts";
import { serveBenchDoor } from "./serve-bench-door.ts";

/** As long as the app says that its agents are there. */
const availableSeconds = 5;
const secret = `whsec_${Buffer.from("the key of an app in a test, 32 b").toString("base64")}`;

/** An app that gets its events posted, on the bench of the suite. */
/** What the app shows, typing included. */
type Opened = Awaited<ReturnType<OpenAgentApp>> & {
  readonly typing: (conversationId: string) => TypingType | null;
};

export const openPushedApp = async (bench: Bench): Promise<Opened> => {
  const { token, digest } = issueToken();
  const app = await new PushedApp(secret, bench.rig.time).listen();
  const push = { url: `${app.origin}/events`, secrets: [secret] };
  const plugin = await bench.plug(() =>
    agentHttp({ tokenDigests: [digest], push, allowOrigins: [app.origin] }),
  );
  const served = await serveBenchDoor(bench, plugin);
  const client = new AppClient(served.url, token);
  let saysAvailable = false;
  return {
    backend: await plugin.get(AgentBackend),
    messages: async (id) => app.messages(id),
    reports: async (id) => app.reports(id),
    typing: (id) => app.typing(id),
    people: {
      setAvailable: async (available) => {
        saysAvailable = available;
        await client.setAvailable(available, availableSeconds);
      },
      reply: (id, text) => client.write(id, text),
    },
    trouble: {
      begin: async (trouble) => {
        app.trouble = trouble;
        if (saysAvailable) await bench.rig.time.advance(1_000 * availableSeconds);
      },
      end: async () => app.endTrouble(),
    },
    busy: {
      begin: async (seconds) => void (app.busyForSeconds = seconds),
      end: async () => void (app.busyForSeconds = null),
    },
    restart: async () => app.restart(),
    close: async () => {
      await plugin.unplug();
      await served.close();
      await app.close();
    },
  };
};
