import { AgentBackend } from "@parley/core";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AppClient } from "./app-client.ts";
import type { Bench } from "./bench-time.ts";
import { agentsOf, type OpenedApp, shownBy } from "./opened-app.ts";
import { PushedApp } from "./pushed-app.ts";
import { serveBenchDoor } from "./serve-bench-door.ts";

const secret = `whsec_${Buffer.from("the key of an app in a test, 32 b").toString("base64")}`;

/** An app that gets its events posted, on the bench of the suite. */
export const openPushedApp = async (bench: Bench): Promise<OpenedApp> => {
  const { token, digest } = issueToken();
  const app = await new PushedApp(secret, bench.rig.time).listen();
  const push = { url: `${app.origin}/events`, secrets: [secret] };
  const plugin = await bench.plug(() =>
    agentHttp({ tokenDigests: [digest], push, allowOrigins: [app.origin] }),
  );
  const served = await serveBenchDoor(bench, plugin);
  const client = new AppClient(served.url, token);
  const { people, passAvailability } = agentsOf(bench, client);
  return {
    backend: await plugin.get(AgentBackend),
    ...shownBy(app.events),
    people,
    trouble: {
      begin: async (trouble) => {
        app.trouble = trouble;
        await passAvailability();
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
