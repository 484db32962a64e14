import { AgentRouter } from "@parley/core";
import { ContainerModule } from "inversify";
import type { AgentRouterOptions } from "./agent-router-options.ts";
import { type RouterSettings, routerSettings } from "./router-settings.ts";

/**
 * Several agent apps in one gateway, in the place of one. Each gets an outbox, state, doors, pauses and conversations of its
 * own, as if it were the only one.
 * @throws ParleyError `invalid-option`
 */
export const agentRouter = (options: AgentRouterOptions): ContainerModule => {
  const router = routerOf(routerSettings(options));
  return new ContainerModule(({ bind }) => {
    bind(AgentRouter).toConstantValue(router);
  });
};

function routerOf(settings: RouterSettings): AgentRouter {
  const { backends, candidates, otherwise, choose, ...rules } = settings;
  const candidatesOf = (channelId: string) => candidates.get(channelId) ?? otherwise;
  return {
    ...rules,
    modules: backends,
    candidates: candidatesOf,
    receivers: [...new Set([...otherwise, ...[...candidates.values()].flat()])],
    choose: choose ?? (({ channelId }) => candidatesOf(channelId)[0] ?? ""),
  };
}
