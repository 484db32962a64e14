import {
  AgentBackend,
  AgentRouter,
  DeliveredListener,
  DueListener,
  ErasureListener,
  OwnerListener,
  PluginInstance,
  PluginState,
  Signals,
  TypingListener,
} from "@parley/core";
import { ContainerModule } from "inversify";
import type { RouterPlan } from "../../plan/router-plan.ts";
import type { Life } from "../life.ts";
import type { RunContext } from "../run-context.ts";
import { SimBackend } from "../sim-backend.ts";
import { pollKey, simInstance, SimPlugin } from "../sim-plugin.ts";

/** The agent apps of one process of a node, and the router before them. */
export function simRouter(world: RunContext, life: Life, router: RouterPlan): ContainerModule {
  const { backends, candidates, takesDefault, failOver, mayAssign } = router;
  const of = (channelId: string) => candidates[channelId] ?? backends;
  const modules = backends.map((name) => [name, agentModule(world, life, router, name)] as const);
  return new ContainerModule(({ bind }) => {
    bind(AgentRouter).toConstantValue({
      modules: Object.fromEntries(modules),
      takesDefault,
      choose: ({ channelId, profile }) =>
        of(channelId).at(profile.name === undefined ? 0 : -1) ?? "",
      candidates: of,
      receivers: backends,
      mayRead: {},
      mayAssign,
      failOver,
      reassign: {},
    });
    const signals = world.signalsOf(life);
    if (signals !== null) bind(Signals).toConstantValue(signals);
  });
}

/** The name by which the store knows the instance of an agent app. */
export function instanceOf({ takesDefault }: RouterPlan, name: string): string {
  return takesDefault === name ? simInstance : name;
}

function agentModule(
  world: RunContext,
  life: Life,
  router: RouterPlan,
  name: string,
): ContainerModule {
  const backend = new SimBackend(world, life, name);
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(TypingListener).toConstantValue(backend);
    bind(ErasureListener).toConstantValue(backend);
    if (router.hearing.includes(name)) bind(OwnerListener).toConstantValue(backend);
    if (world.plan.notices?.nodes.includes(life.node) === true)
      bind(DeliveredListener).toConstantValue(backend);
    bind(PluginInstance).toConstantValue({
      name: simInstance,
      standing: [{ key: pollKey, value: null }],
    });
    bind(DueListener)
      .toResolvedValue(
        (state: PluginState) => {
          const plugin = new SimPlugin(world, life, state, instanceOf(router, name));
          backend.onReceived = () => plugin.wake();
          return plugin;
        },
        [{ serviceIdentifier: PluginState, name: simInstance }],
      )
      .inSingletonScope()
      .whenNamed(simInstance);
  });
}
