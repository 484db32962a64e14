import type { OpenAgentApp } from "@parley/conformance";
import { AgentBackend, type Receipt, type TypingType } from "@parley/core";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AppClient } from "./app-client.ts";
import { type Bench, passTimeInLongCalls, withTime } from "./bench-time.ts";
import { PulledApp } from "./pulled-app.ts";
import { serveBenchDoor } from "./serve-bench-door.ts";

/** As long as the app says that its agents are there. */
const availableSeconds = 5;

/** An app that polls, on the bench of the suite. */
/** What the app shows, typing included. */
type Opened = Awaited<ReturnType<OpenAgentApp>> & {
  readonly typing: (conversationId: string) => TypingType | null;
};

export const openPulledApp = async (bench: Bench): Promise<Opened> => {
  const { token, digest } = issueToken();
  const plugin = await bench.plug(() => agentHttp({ tokenDigests: [digest] }));
  const served = await serveBenchDoor(bench, plugin);
  const client = new AppClient(served.url, token);
  const app = new PulledApp(client);
  app.start();
  const stopTime = passTimeInLongCalls(bench, () => app.trouble === null);
  const backend = await plugin.get(AgentBackend);
  const time = { passes: false };
  let saysAvailable = false;
  const call = (receipt: Promise<Receipt>) => (time.passes ? withTime(bench, receipt) : receipt);
  return {
    backend: {
      availability: (channelId) => backend.availability(channelId),
      receive: (event, signal) => call(backend.receive(event, signal)),
      report: (report, signal) => call(backend.report(report, signal)),
    },
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
        time.passes = true;
        if (saysAvailable) await bench.rig.time.advance(1_000 * availableSeconds);
      },
      end: async () => void (app.trouble = null),
    },
    busy: null,
    restart: async () => {
      app.stop();
      app.start();
    },
    close: async () => {
      stopTime();
      app.stop();
      await plugin.unplug();
      await served.close();
    },
  };
};
