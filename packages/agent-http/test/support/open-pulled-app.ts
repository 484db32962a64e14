import { AgentBackend, type Receipt } from "@parley/core";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AppClient } from "./app-client.ts";
import { type Bench, passTimeInLongCalls, withTime } from "./bench-time.ts";
import { agentsOf, type OpenedApp, shownBy } from "./opened-app.ts";
import { PulledApp } from "./pulled-app.ts";
import { serveBenchDoor } from "./serve-bench-door.ts";

/** An app that polls, on the bench of the suite. */
export const openPulledApp = async (bench: Bench): Promise<OpenedApp> => {
  const { token, digest } = issueToken();
  const plugin = await bench.plug(() => agentHttp({ tokenDigests: [digest] }));
  const served = await serveBenchDoor(bench, plugin);
  const client = new AppClient(served.url, token);
  const app = new PulledApp(client);
  app.start();
  const stopTime = passTimeInLongCalls(bench, () => app.trouble === null);
  const backend = await plugin.get(AgentBackend);
  const time = { passes: false };
  const { people, passAvailability } = agentsOf(bench, client);
  const call = (receipt: Promise<Receipt>) => (time.passes ? withTime(bench, receipt) : receipt);
  return {
    backend: {
      availability: (channelId) => backend.availability(channelId),
      receive: (event, signal) => call(backend.receive(event, signal)),
      report: (report, signal) => call(backend.report(report, signal)),
    },
    ...shownBy(app.events),
    people,
    trouble: {
      begin: async (trouble) => {
        app.trouble = trouble;
        time.passes = true;
        await passAvailability();
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
