import { Diagnostician, Door, type DoorRequest, type Finding } from "@parley/core";
import { ContainerModule } from "inversify";
import { ScriptedAgent } from "../../scripted/scripted-agents.ts";
import { ScriptedPlugin } from "../../scripted/scripted-plugin.ts";

/** An agent app with everything that one may have: state, due calls, a door and findings. It is written for one gateway. */
export class PluginAgent extends ScriptedAgent {
  readonly plugin = new ScriptedPlugin("app", [{ key: "poll", value: null, isDue: false }]);
  readonly requests: DoorRequest[] = [];
  /** What it tells the doctor. */
  finding: Finding = { check: "app", level: "ok", message: "The app answers." };

  override adapter(): ContainerModule {
    const [agent, plugin] = [super.adapter(), this.plugin.adapter()];
    return new ContainerModule(async (options) => {
      await agent.load(options);
      await plugin.load(options);
      options
        .bind(Diagnostician)
        .toConstantValue({ name: "app", diagnose: async () => [this.finding] });
      options
        .bind(Door)
        .toConstantValue({
          handle: async (request) => {
            this.requests.push(request);
            return { status: 204 };
          },
        })
        .whenNamed(this.plugin.name);
    });
  }
}
