import type { AgentBench, PluggedIn } from "@parley/conformance";
import { FakeApp } from "./fake-app.ts";
import { adapter, token } from "./sample.ts";

/** An app whose plugin is on the bench. */
export interface StartedApp {
  readonly app: FakeApp;
  readonly plugin: PluggedIn;
  readonly close: () => Promise<void>;
}

export async function startApp(bench: AgentBench): Promise<StartedApp> {
  const app = await new FakeApp(token).listen();
  const plugin = await bench.plug(() => adapter(app.url));
  return {
    app,
    plugin,
    close: async () => {
      await plugin.unplug();
      await app.close();
    },
  };
}
