import type { AgentBench, PluggedIn } from "@parley/conformance";
import { Door } from "@parley/core";
import { FakeApp } from "./fake-app.ts";
import { adapter, name, secret, token } from "./sample.ts";
import { serveDoor } from "./serve-door.ts";

/** An app whose plugin is on the bench. */
export interface StartedApp {
  readonly app: FakeApp;
  readonly plugin: PluggedIn;
  readonly close: () => Promise<void>;
}

export async function startApp(bench: AgentBench): Promise<StartedApp> {
  const app = await new FakeApp({ token, secret }).listen();
  const plugin = await bench.plug(() => adapter(app.url));
  const door = await serveDoor(name, async () => plugin.get(Door, name));
  app.webhookUrl = door.url;
  app.now = () => bench.rig.time.now();
  return {
    app,
    plugin,
    close: async () => {
      await plugin.unplug();
      await door.close();
      await app.close();
    },
  };
}
